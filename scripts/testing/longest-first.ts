import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The test files that take longest, longest first: they start and kill whole servers, encode films or transcribe speech. Started
 * last, one of them would keep one processor busy while the others have nothing left to do. A file that is missing here runs among
 * the others, which costs time but never a test.
 */
export const LONGEST = [
  'scripts/start.test.ts',
  'scripts/bench.test.ts',
  'server/features/recordings/killed-server.test.ts',
  'server/features/recordings/killed-database.test.ts',
  'server/features/recordings/finalise.test.ts',
  'server/db/embedded/embedded.test.ts',
  'server/media/ffmpeg.test.ts',
  'server/features/suggestions/suggestions.test.ts',
  'server/media/mediabunny/mediabunny.test.ts',
  'server/features/transcripts/transcribe.test.ts',
  'server/many-machines.test.ts',
  'server/features/demo/demo.test.ts',
  'server/storage/s3/s3-faults.test.ts',
  'server/killed-under-load.test.ts',
  'server/features/recordings/align-tracks.test.ts',
  'server/restore-instance.test.ts',
  'server/features/captions/captions.test.ts',
  'server/join-machines.test.ts',
  'server/features/storybooks/epub/epub.test.ts',
  'server/access.test.ts',
  'server/features/storybooks/pdf/pdf.test.ts',
  'server/media/tracks/place-track.test.ts',
  'server/media/hostile-films.test.ts',
  'server/speech/pocketsphinx.test.ts',
  'server/speech/pieces.test.ts',
  'server/proofreading/spoken-english.test.ts',
  'server/features/recordings/troubled-disk.test.ts',
  'server/testing/seed/seed-instance.test.ts',
  'server/backup/other-major.test.ts',
  'server/stand-in/stand-in.test.ts',
  'server/features/recordings/without-ffmpeg.test.ts',
]

/** Runs the projects in the order of the configuration, and in each of them the slowest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects, config } = this.ctx
    const placeOf = (file: TestSpecification) => {
      const place = LONGEST.indexOf(relative(config.root, file.moduleId).replaceAll('\\', '/'))
      return place === -1 ? LONGEST.length : place
    }
    const bySize = await super.sort(files)
    return bySize.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || placeOf(a) - placeOf(b),
    )
  }
}
