import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMediaCapture, recordingFormat } from './media-capture.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('records in nothing where the browser has no recorder', () => {
  // Node has none either.
  expect('MediaRecorder' in globalThis).toBe(false)
  expect([recordingFormat('video'), recordingFormat('audio')]).toEqual([null, null])
})

/** A browser whose recorder hands over its last slice, and reports that it has stopped, only when the test tells it to. */
function aBrowser() {
  const made: Recorder[] = []
  class Recorder {
    static isTypeSupported = () => true
    state = 'inactive'
    mimeType = 'audio/webm;codecs=opus'
    ondataavailable: (event: { data: Blob }) => void = () => undefined
    onstop = () => undefined
    constructor() {
      made.push(this)
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
    }
    hasStopped(last: string) {
      this.ondataavailable({ data: new Blob([last]) })
      this.onstop()
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36' })
  return made
}

function capturing() {
  const [made, slices] = [aBrowser(), [] as string[]]
  const stream = { getTracks: () => [], getVideoTracks: () => [] } as unknown as MediaStream
  const clocks = { deviceMs: () => 0, dayMs: () => 0 }
  const capture = createMediaCapture(stream, 'low', clocks)
  capture.start({ slice: (bytes) => slices.push(new TextDecoder().decode(bytes)), failed: () => undefined })
  return { capture, slices, hasStopped: (last: string) => made[0]?.hasStopped(last) }
}

it('has all when it has stopped, where the recorder says so in time', async () => {
  const { capture, slices, hasStopped } = capturing()

  const stopped = capture.stop()
  hasStopped('good night')
  await stopped

  expect([slices, capture.behind()]).toEqual([['good night'], null])
})

it('does not wait for a recorder that is far behind, and hands over its last slice when it comes', async () => {
  const { capture, slices, hasStopped } = capturing()

  const stopped = capture.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  expect(slices).toEqual([])
  const behind = capture.behind()
  expect(behind).not.toBeNull()

  await vi.advanceTimersByTimeAsync(30_000)
  hasStopped('good night')
  await behind
  expect([slices, capture.behind()]).toEqual([['good night'], null])
})

it('is behind no longer than a minute, where the recorder never says that it has stopped', async () => {
  const { capture } = capturing()

  void capture.stop()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(capture.behind()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1)

  expect(capture.behind()).toBeNull()
})
