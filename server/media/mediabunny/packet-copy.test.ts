import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Input, NullTarget, Output, StreamSource, WEBM, WebMOutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import { hasFfmpeg, newPath } from '../../testing/test-media.ts'
import { copyPackets } from './packet-copy.ts'

/** Twelve seconds of picture, and a track for the sound of a microphone that gave none. */
function filmOfMutedMicrophone(): Buffer {
  const path = newPath('webm')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=30:duration=12']
  const nothing = ['-f', 'lavfi', '-i', 'sine=duration=12', '-af', 'atrim=end=0']
  const coded = [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-b:v',
    '1M',
    '-g',
    '30',
    '-c:a',
    'libopus',
  ]
  const live = ['-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  execFileSync('ffmpeg', [
    '-v',
    'error',
    ...picture,
    ...nothing,
    '-map',
    '0:v',
    '-map',
    '1:a',
    ...coded,
    ...live,
    path,
  ])
  return readFileSync(path)
}

test.skipIf(!hasFfmpeg)(
  'a film with a track that has no sound is written while it is read, and not held until its end',
  async () => {
    const film = filmOfMutedMicrophone()
    let read = 0
    const source = new StreamSource({
      getSize: () => film.length,
      read: (start, end) => {
        read += end - start
        return film.subarray(start, end)
      },
      maxCacheSize: 65_536,
      prefetchProfile: 'none',
    })
    using input = new Input({ formats: [WEBM], source })
    let readBeforeWriting = Number.POSITIVE_INFINITY
    const format = new WebMOutputFormat({
      minimumClusterDuration: 1,
      onCluster: () => {
        readBeforeWriting = Math.min(readBeforeWriting, read)
      },
    })

    expect(await copyPackets(input, new Output({ format, target: new NullTarget() }), false)).toBe(true)

    // It is read through before, to find out that the track has no sound.
    expect(read - readBeforeWriting).toBeGreaterThan(film.length / 2)
  },
)
