import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { LOUDNESS_RATE } from '../media/tracks/loudness.ts'
import { measureLoudness } from '../media/tracks/measure-loudness.ts'
import { canWatch, watchProcessesBelow } from '../testing/hostile/processes-below.ts'
import { hasFfmpeg, newPath } from '../testing/test-media.ts'
import { measureVoice } from './sound.ts'
import { FRAME_MS } from './voice-meter.ts'

const { signal } = new AbortController()
/** What ffmpeg needs for itself, and what it may ask for in one piece. */
const BYTES_MAX = 500e6

/** A tone in stereo whose clock jumps ahead by this many seconds after every `everySeconds`. */
async function toneWithHoles(holeSeconds: number, everySeconds: number, seconds: number): Promise<string> {
  const path = newPath('webm')
  const jump = `asetpts='PTS+floor(T/${everySeconds})*${holeSeconds}*SR'`
  const tone = ['-f', 'lavfi', '-i', `sine=duration=${seconds}:sample_rate=48000`, '-ac', '2', '-af', jump]
  const live = ['-c:a', 'libopus', '-b:a', '16k', '-f', 'webm', '-live', '1', path]
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...live])
  return path
}

/** Whether something is heard around this second. */
type Heard = (second: number) => boolean

const ears: [string, (file: string) => Promise<{ seconds: number; isHeard: Heard }>][] = [
  [
    'voices',
    async (file) => {
      const { loudness } = await measureVoice(file, signal)
      const isHeard: Heard = (second) => (loudness[(second * 1000) / FRAME_MS] ?? -100) > -40
      return { seconds: (loudness.length * FRAME_MS) / 1000, isHeard }
    },
  ],
  [
    'loudness',
    async (file) => {
      const energy = await measureLoudness(file, signal)
      const isHeard: Heard = (second) => (energy[second * LOUDNESS_RATE] ?? 0) > 100
      return { seconds: energy.length / LOUDNESS_RATE, isHeard }
    },
  ],
]

describe.skipIf(!hasFfmpeg || !canWatch).each(ears)('where the clock jumps, of %s', (_, hear) => {
  test('what comes after an hour in which nothing was recorded is heard at its own time', async () => {
    const file = await toneWithHoles(3_600, 2, 4)

    const { result, peak } = await watchProcessesBelow(() => hear(file))

    expect(result.seconds).toBeCloseTo(3_604, 0)
    const heard = [1, 3, 1_800, 3_603].map(result.isHeard)
    expect(heard).toEqual([true, false, false, true])
    expect(peak.bytes).toBeLessThan(BYTES_MAX)
  })

  test('a clock that pretends to days fills no memory with silence', async () => {
    const file = await toneWithHoles(12 * 3_600, 0.1, 1)

    const { result, peak } = await watchProcessesBelow(() => hear(file))

    expect(result.isHeard(0.06)).toBe(true)
    expect(peak.bytes).toBeLessThan(BYTES_MAX)
  })
})
