import type { RecordingQuality } from '#contract/recordings.ts'
import { CaptureFailure, type CaptureFailureReason } from '../failures.ts'
import { pictures, sampleRate } from './formats.ts'

/** Which devices to use; null for a device means whichever the browser thinks best. */
export type DeviceChoice = {
  cameraId: string | null
  microphoneId: string | null
  /** False records sound alone. */
  withCamera: boolean
  quality: RecordingQuality
}

export type Device = { id: string; label: string }
export type Devices = { cameras: Device[]; microphones: Device[] }

/** What is plugged in. Labels are empty until the person has allowed the use of one. */
export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const ofKind = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map((device) => ({ id: device.deviceId, label: device.label }))
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') }
}

/**
 * Opens microphone and camera. A chosen device that is gone or busy is replaced by another, and costs only itself; without any
 * camera the sound alone is opened. Rejects with `CaptureFailure` when there is no microphone or it may not be used.
 */
export async function openDevices(choice: DeviceChoice): Promise<MediaStream> {
  let failure = new CaptureFailure('device-not-found')
  for (const attempt of attempts(choice)) {
    try {
      return await open(attempt)
    } catch (error) {
      failure = new CaptureFailure(reasonOfOpening(error), error)
      if (!anotherMayDo(failure.reason)) break
    }
  }
  throw failure
}

/** What is chosen, then ever less of it: browsers do not say which of two devices they could not open. */
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
 * Has the camera that is open give pictures of another size. Rejects where it will not.
 *
 * To close it and open it anew is not the same: a browser closes a camera some time after it was told to, and one that is still
 * open can be had in no other size than it has.
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
 * lib.dom does not know `resizeMode` yet. Without it Chromium says that it made the picture smaller, and records what the
 * camera gave: at "Low (480p)" 1280x720. So it is asked for what the camera has that comes nearest.
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

/** Whether the failure is of one device, so that another may still be opened. */
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
