import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { canWatch, watchProcessesBelow } from '../testing/hostile/processes-below.ts'
import { damage, spoil } from '../testing/hostile/spoil.ts'
import { hasFfmpeg, newPath } from '../testing/test-media.ts'
import { FfmpegTool } from './ffmpeg.ts'
import { MediaError, type MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { WithMp4Copier } from './mp4/with-mp4-copier.ts'

/*
 * Runs films and sounds that were corrupted, on purpose or in transit, through everything that is done with one. KINORA_FILMS sets
 * how many for each tool and container; fast-check prints the seed of a run that failed.
 */
const FILMS = process.env.KINORA_FILMS
const PROCESSOR_MS_MAX = 5_000
const BYTES_MAX = 200e6
/** The time limit of one step, even on a busy machine: it measures nothing, but ends a step that would wait for ever. */
const CEILING_MS = 100_000

const folder = join(import.meta.dirname, '../testing/films')
const films = {
  webm: await readFile(join(folder, 'three-seconds.webm')),
  mp4: await readFile(join(folder, 'four-seconds.mp4')),
}
type Container = keyof typeof films

/** Sound as people bring it: from a dictating machine, a digitised tape, a telephone. */
const sounds = {
  mp3: ['-c:a', 'libmp3lame', '-f', 'mp3'],
  ogg: ['-c:a', 'libopus', '-f', 'ogg'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
}

/** Films whose picture and sound have to be encoded for the copy, from a digital camera and from a DVD. */
const oldFilms = {
  avi: ['-c:v', 'mjpeg', '-c:a', 'pcm_u8', '-f', 'avi'],
  vob: ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'vob'],
}

type Steps = Record<string, (tool: MediaTool, file: string, output: string) => Promise<unknown>>

const stepsOfSound: Steps = {
  probe: (tool, file) => tool.probe(file, within()),
  sound: (tool, file, output) => tool.sound(file, output, within()),
  peaks: (tool, file) => tool.peaks(file, within()),
}

/** Every step that a film goes through, each on its own, so that a step that fails does not keep the others from being tried. */
const stepsOfFilm = (container: Container): Steps => ({
  ...stepsOfSound,
  seekableCopy: (tool, film, output) => tool.seekableCopy(film, output, container, within()),
  poster: (tool, film, output) => tool.poster(film, output, 1_000, within()),
})
const within = () => ({ signal: AbortSignal.timeout(CEILING_MS) })

const tools: [MediaTool, number][] = [
  ...(hasFfmpeg ? [[new FfmpegTool(), 3] satisfies [MediaTool, number]] : []),
  // Fewer files, because each step starts a process of Node, which takes its time.
  [new MediabunnyTool(), 1],
]

// No practical time limit where somebody asks for more films than CI does.
if (FILMS !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })

/** Takes corrupted copies of a file through all steps: none hangs or fills the memory, and each failure gives a reason. */
async function spoilAgainAndAgain(
  tool: MediaTool,
  few: number,
  file: Buffer,
  extension: string,
  steps: Steps,
) {
  const whole = new WithMp4Copier(tool)
  const property = fc.asyncProperty(damage, async (how) => {
    const [spoilt, output] = [newPath(extension), newPath(extension)]
    await writeFile(spoilt, spoil(file, how))
    for (const [step, take] of Object.entries(steps)) {
      const { result, peak, own } = await watchProcessesBelow(() =>
        take(whole, spoilt, output).then(
          () => null,
          (error: unknown) => error,
        ),
      )
      if (result !== null) expect(result, step).toBeInstanceOf(MediaError)
      expect(result, step).not.toMatchObject({ code: 'ABORTED' })
      expect(peak.processorMs, step).toBeLessThan(PROCESSOR_MS_MAX)
      expect(peak.bytes, step).toBeLessThan(BYTES_MAX)
      expect(own.processorMs, `${step}, in the server itself`).toBeLessThan(PROCESSOR_MS_MAX)
      expect(own.bytes, `${step}, in the server itself`).toBeLessThan(BYTES_MAX)
    }
    await Promise.all([rm(spoilt), rm(output, { force: true })])
  })
  await fc.assert(property, FILMS === undefined ? { numRuns: few, seed: 1_943 } : { numRuns: Number(FILMS) })
}

describe.skipIf(!canWatch).each(tools)('%o', (tool, few) => {
  test.each(['webm', 'mp4'] as const)(
    `${tool.name}: a spoilt %s ends soon, in little memory, and as one that says why`,
    (container) => spoilAgainAndAgain(tool, few, films[container], container, stepsOfFilm(container)),
  )

  test.skipIf(!hasFfmpeg).each(Object.entries(sounds))(
    `${tool.name}: so does a spoilt sound as %s`,
    async (extension, format) => {
      const path = newPath(extension)
      const made = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=3', ...format, path]
      await promisify(execFile)('ffmpeg', ['-v', 'error', ...made])
      await spoilAgainAndAgain(tool, few, await readFile(path), extension, stepsOfSound)
    },
  )

  test.skipIf(!hasFfmpeg || tool.name !== 'ffmpeg').each(Object.entries(oldFilms))(
    `${tool.name}: so does a spoilt film that is encoded, from %s`,
    async (extension, format) => {
      const path = newPath(extension)
      const [picture, sound] = ['testsrc2=size=320x240:rate=25:duration=2', 'sine=duration=2']
      const made = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...format, path]
      await promisify(execFile)('ffmpeg', ['-v', 'error', ...made])
      await spoilAgainAndAgain(tool, few, await readFile(path), extension, stepsOfFilm('mp4'))
    },
  )
})

test.skipIf(!canWatch || !hasFfmpeg)(
  'a film that is encoded takes little memory, also where its pictures grow after the first ones',
  async () => {
    const [small, huge] = await Promise.all([jpeg(320, 240), jpeg(8_000, 8_000)])
    const film = await motionJpeg([...Array(6).fill(small), ...Array(4).fill(huge)])
    const output = newPath('mp4')

    const { peak } = await watchProcessesBelow(() =>
      new FfmpegTool().seekableCopy(film, output, 'mp4', within()),
    )

    expect(peak.bytes).toBeLessThan(BYTES_MAX)
  },
)

test.skipIf(!canWatch || !hasFfmpeg)('so does its poster', async () => {
  const [small, huge] = await Promise.all([jpeg(320, 240), jpeg(14_000, 14_000)])
  const film = await motionJpeg([...Array(6).fill(small), ...Array(4).fill(huge)])

  const { peak } = await watchProcessesBelow(() =>
    new FfmpegTool().poster(film, newPath('jpg'), 280, within()).catch(() => false),
  )

  expect(peak.bytes).toBeLessThan(BYTES_MAX)
})

test.skipIf(!canWatch || !hasFfmpeg).each([
  ['Motion JPEG of a camera', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p', '-q:v', '2']],
  ['ProRes of a telephone', ['-c:v', 'prores_ks', '-profile:v', '3']],
])('so does one of 4K, and is small enough to be played: %s', async (_, codec) => {
  const [film, output] = [newPath('mov'), newPath('mp4')]
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=4096x2160:rate=25:duration=0.3']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, ...codec, film])
  const tool = new FfmpegTool()

  const { peak } = await watchProcessesBelow(() => tool.seekableCopy(film, output, 'mp4', within()))

  expect(peak.bytes).toBeLessThan(BYTES_MAX)
  expect((await tool.probe(output, within())).video).toMatchObject({ codec: 'h264', width: 1_280 })
})

test.skipIf(!hasFfmpeg)(
  'of pictures larger than that there is no copy that could not be played',
  async () => {
    const film = await motionJpeg([await jpeg(5_000, 4_000)])

    await expect(new FfmpegTool().seekableCopy(film, newPath('mp4'), 'mp4', within())).rejects.toMatchObject({
      code: 'UNREADABLE',
    })
  },
)

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'sienna' } })
    .jpeg()
    .toBuffer()

async function motionJpeg(pictures: Buffer[]): Promise<string> {
  const [raw, film] = [newPath('mjpeg'), newPath('avi')]
  await writeFile(raw, Buffer.concat(pictures))
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'mjpeg', '-i', raw, '-c', 'copy', film])
  return film
}
