import { limits } from '#contract/limits.ts'
import type { RecordingKind, RecordingQuality } from '#contract/recordings.ts'
import { CaptureFailure } from '../failures.ts'
import { ActiveClock } from './active-clock.ts'
import type { Capture, CaptureEvents } from './capture.ts'
import { chooseFormat, pictures, soundBitsPerSecond } from './formats.ts'
import { RecordedLength } from './recorded-length.ts'
import { type Clocks, SleepWatch, sleptMsMin } from './sleep-watch.ts'

/** Chromium cuts MP4 only at key frames; lib.dom does not know this option yet. */
type Options = MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number }

/** More one-second checks in a row without a slice than this mean that the recorder has died without an event. */
const silentLooksMax = 6
const lookMs = 1_000
/** For this long after a pause, a step in the container's times may stem from the pause. */
const pauseEchoMs = 5_000
/** How long to wait for a stopped recorder to report its end. A slow machine takes seconds to encode its backlog. */
const stopPatienceMs = 10_000
/** How long after the stop the last slices may still come. Only the release of the recording's lock waits that long. */
const lastSlicesMs = 60_000

/** The format that this browser records in; null where it cannot record at all. */
export function recordingFormat(kind: RecordingKind): string | null {
  return chooseFormat(kind, {
    isSafari: isSafari(),
    canRecord: (type) => 'MediaRecorder' in globalThis && MediaRecorder.isTypeSupported(type),
  })
}

/** Captures a stream by MediaRecorder. Throws `CaptureFailure` when this browser cannot record it. */
export function createMediaCapture(stream: MediaStream, quality: RecordingQuality, clocks: Clocks): Capture {
  const kind = stream.getVideoTracks().length > 0 ? 'video' : 'audio'
  const mimeType = recordingFormat(kind)
  if (mimeType === null) throw new CaptureFailure('unsupported')

  const recorder = new MediaRecorder(stream, optionsFor(mimeType, quality))
  const ended = Promise.withResolvers<void>()
  let isOver = false
  let over: Promise<void> | null = null
  const clock = new ActiveClock(() => performance.now())
  const length = new RecordedLength(recorder.mimeType || mimeType)
  const sleep = new SleepWatch(clocks)
  let reading: Promise<void> = Promise.resolve()
  let recordedMs = 0
  let resumedAt = Number.NEGATIVE_INFINITY
  /** Whether slices are no longer kept, because the device slept or the browser could not read a slice that it had made. */
  let isCut = false
  let silentLooks = 0
  let looking: ReturnType<typeof setInterval> | undefined
  let stopping = false

  function listen(events: CaptureEvents): void {
    const fail = (failure: CaptureFailure) => {
      if (stopping) return
      stopping = true
      clearInterval(looking)
      clock.hold()
      if (recorder.state !== 'inactive') recorder.stop()
      events.failed(failure)
    }
    recorder.ondataavailable = ({ data }) => {
      silentLooks = 0
      if (data.size === 0) return
      const clockMs = clock.ms
      reading = reading
        .then(async () => {
          const bytes = new Uint8Array(await data.arrayBuffer())
          if (isCut) return
          const endMs = length.after(bytes, clockMs)
          // If it were kept, an hour of sleep would become an hour of the recording with nothing in it.
          isCut = length.longestStepMs >= sleptMsMin && performance.now() - resumedAt > pauseEchoMs
          if (isCut) return fail(new CaptureFailure('suspended'))
          recordedMs = endMs
          events.slice(bytes, endMs)
        })
        .catch((error: unknown) => {
          // A hole would spoil everything after it.
          isCut = true
          events.failed(new CaptureFailure('recorder-error', error))
        })
    }
    recorder.onerror = (event) => fail(new CaptureFailure('recorder-error', event))
    recorder.onstop = () => {
      ended.resolve()
      fail(new CaptureFailure('device-lost'))
    }
    for (const track of stream.getTracks()) {
      track.addEventListener('ended', () => fail(new CaptureFailure('device-lost')), { once: true })
    }
    // Counts checks, not time: for a computer that slept for an hour, only one check has passed.
    looking = setInterval(() => {
      if (recorder.state !== 'recording') return
      silentLooks += 1
      if (silentLooks > silentLooksMax) fail(new CaptureFailure('stalled'))
      if (sleep.hasSlept(recordedMs)) fail(new CaptureFailure('suspended'))
    }, lookMs)
  }

  return {
    kind,
    mimeType: recorder.mimeType || mimeType,

    start(events) {
      listen(events)
      try {
        recorder.start(limits.sliceMs)
      } catch (error) {
        ended.resolve()
        throw error
      }
      // Not on the recorder's start event: Chromium fires that with the first slice, on a busy device a second after the first sound.
      clock.run()
    },

    pause() {
      if (recorder.state !== 'recording') return
      recorder.requestData()
      recorder.pause()
      clock.hold()
      sleep.rest()
    },

    resume() {
      if (recorder.state !== 'paused') return
      recorder.resume()
      clock.run()
      resumedAt = performance.now()
    },

    async stop() {
      stopping = true
      clearInterval(looking)
      // Nothing is recorded from here on, so the clock stops now. The last slice comes only once its pictures are encoded, on a busy
      // device a second later, and that second must not count.
      clock.hold()
      if (recorder.state !== 'inactive') recorder.stop()
      over ??= Promise.race([ended.promise, passed(lastSlicesMs)]).then(async () => {
        await reading
        isOver = true
      })
      await Promise.race([over, passed(stopPatienceMs)])
      await reading
    },

    behind: () => (isOver ? null : over),
  }
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function optionsFor(mimeType: string, quality: RecordingQuality): Options {
  return {
    mimeType,
    audioBitsPerSecond: soundBitsPerSecond,
    videoBitsPerSecond: pictures[quality].bitsPerSecond,
    ...(mimeType.startsWith('video/mp4') ? { videoKeyFrameIntervalDuration: 1_000 } : {}),
  }
}

function isSafari(): boolean {
  return /^((?!chrome|chromium|android).)*safari/i.test(navigator.userAgent)
}
