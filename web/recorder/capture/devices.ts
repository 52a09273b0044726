import type { RecordingQuality } from '#contract/recordings.ts'
import { CaptureFailure, type CaptureFailureReason } from '../failures.ts'
import { pictures, sampleRate } from './formats.ts'

/** Which devices to use; null leaves the choice of that device to the browser. */
export type DeviceChoice = {
  cameraId: string | null
  microphoneId: string | null
  /** False records sound alone. */
  withCamera: boolean
  quality: RecordingQuality
}

export type Device = { id: string; label: string }
export type Devices = { cameras: Device[]; microphones: Device[] }

/** The connected devices. Their labels are empty until the person has allowed the use of one. */
export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const ofKind = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map((device) => ({ id: device.deviceId, label: device.label }))
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') }
}

export type OpenedDevices = {
  stream: MediaStream
  /** Why there is sound alone although a picture was chosen; null where there is one, or none was chosen. */
  withoutPicture: CaptureFailureReason | null
}

/**
 * Opens microphone and camera. If a chosen device is gone or busy, another takes its place, and the other choice is kept; without any
 * camera only the sound is opened. Rejects with `CaptureFailure` when there is no microphone or it may not be used.
 */
export async function openDevices(choice: DeviceChoice): Promise<OpenedDevices> {
  let failure = new CaptureFailure('device-not-found')
  let withoutPicture: CaptureFailureReason | null = null
  for (const attempt of attempts(choice)) {
    try {
      const stream = await open(attempt)
      return { stream, withoutPicture: attempt.withCamera ? null : withoutPicture }
    } catch (error) {
      failure = new CaptureFailure(reasonOfOpening(error), error)
      // The last attempt with a picture asked for the least: whatever device would do.
      if (attempt.withCamera) withoutPicture = failure.reason
      if (!anotherMayDo(failure.reason)) break
    }
  }
  throw failure
}

/** The choice itself, then versions that ask for ever less: browsers do not say which of the two devices they could not open. */
function attempts(choice: DeviceChoice): DeviceChoice[] {
  const cameras = [...new Set([choice.cameraId, null])]
  const microphones = [...new Set([choice.microphoneId, null])]
  const withPicture = microphones.flatMap((microphoneId) =>
    cameras.map((cameraId) => ({ ...choice, cameraId, microphoneId })),
  )
  const soundAlone = microphones.map((microphoneId) => ({ ...choice, withCamera: false, microphoneId }))
  return choice.withCamera ? [...withPicture, ...soundAlone] : soundAlone
}

/**
 * Makes the open camera deliver another picture size. Rejects where the camera cannot.
 *
 * Closing the camera and opening it again would not do: a browser closes a camera only some time after being told to, and while it is
 * still open, its size cannot be changed that way.
 */
export async function changeQuality(stream: MediaStream, quality: RecordingQuality): Promise<void> {
  await Promise.all(stream.getVideoTracks().map((track) => track.applyConstraints(pictureIn(quality))))
}

export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function open({ cameraId, microphoneId, withCamera, quality }: DeviceChoice): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new CaptureFailure(window.isSecureContext ? 'unsupported' : 'insecure')

  return navigator.mediaDevices.getUserMedia({
    audio: { ...exactly(microphoneId), sampleRate, echoCancellation: false, autoGainControl: true },
    video: withCamera ? { ...exactly(cameraId), ...pictureIn(quality) } : false,
  })
}

/**
 * lib.dom does not know `resizeMode` yet. Without it Chromium reports that it scaled the picture down, but records what the
 * camera gave: 1280x720 at "Low (480p)". So this asks for the camera's own mode that comes nearest.
 */
type Picture = MediaTrackConstraints & { resizeMode: { ideal: 'none' } }

function pictureIn(quality: RecordingQuality): Picture {
  const { width, height } = pictures[quality]
  return {
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: 30 },
    resizeMode: { ideal: 'none' },
  }
}

/** Whether the failure concerns one device only, so that opening another may succeed. */
function anotherMayDo(reason: CaptureFailureReason): boolean {
  return reason === 'device-busy' || reason === 'device-not-found'
}

function exactly(deviceId: string | null): MediaTrackConstraints {
  return deviceId === null ? {} : { deviceId: { exact: deviceId } }
}

function reasonOfOpening(error: unknown): CaptureFailureReason {
  if (error instanceof CaptureFailure) return error.reason
  const name = error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'permission-denied'
    case 'NotReadableError':
    case 'AbortError':
      return 'device-busy'
    default:
      return 'device-not-found'
  }
}
