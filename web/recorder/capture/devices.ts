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
 * Opens microphone and camera. A chosen device that is gone is replaced by another; without any camera the sound
 * alone is opened. Rejects with `CaptureFailure` when there is no microphone or it may not be used.
 */
export async function openDevices(choice: DeviceChoice): Promise<MediaStream> {
  try {
    return await open(choice)
  } catch (error) {
    const reason = reasonOfOpening(error)
    if (!anotherMayDo(reason)) throw new CaptureFailure(reason, error)
    if (choice.cameraId !== null || choice.microphoneId !== null) {
      return openDevices({ ...choice, cameraId: null, microphoneId: null })
    }
    if (choice.withCamera) return openDevices({ ...choice, withCamera: false })
    throw new CaptureFailure(reason, error)
  }
}

export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function open({ cameraId, microphoneId, withCamera, quality }: DeviceChoice): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new CaptureFailure(window.isSecureContext ? 'unsupported' : 'insecure')

  const { width, height } = pictures[quality]
  return navigator.mediaDevices.getUserMedia({
    audio: { ...exactly(microphoneId), sampleRate, echoCancellation: false, autoGainControl: true },
    video: withCamera
      ? { ...exactly(cameraId), width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 30 } }
      : false,
  })
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
