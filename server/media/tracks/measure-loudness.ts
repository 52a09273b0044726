import { decodeQuietly, notForEver, onTheClock } from '../decode-sound.ts'
import { runProcess } from '../run-process.ts'
import { workTimeMs } from '../work-time.ts'
import { LoudnessMeter, SOUND_RATE } from './loudness.ts'

/**
 * The loudness of a recording's sound in steps of 5 ms.
 * @throws MediaError UNREADABLE (no sound), TOOL_FAILED (no ffmpeg here) or ABORTED
 */
export async function measureLoudness(file: string, signal: AbortSignal): Promise<Float32Array> {
  const meter = new LoudnessMeter()
  const sound = ['-map', '0:a:0', '-vn', '-af', onTheClock(SOUND_RATE), ...notForEver]
  const args = [...decodeQuietly, '-i', `file:${file}`, ...sound, '-f', 's16le', 'pipe:1']
  await runProcess('ffmpeg', args, { signal, timeoutMs: await workTimeMs(file) }, (bytes) => meter.add(bytes))
  return meter.finish()
}

/** Whether this machine has ffmpeg now. Asked each time, because it may be installed while the server runs. */
export async function canMeasureLoudness(): Promise<boolean> {
  try {
    await runProcess('ffmpeg', ['-version'], { signal: AbortSignal.timeout(10_000), timeoutMs: 10_000 })
    return true
  } catch {
    return false
  }
}
