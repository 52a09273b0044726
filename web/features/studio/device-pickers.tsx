import { useState } from 'react'
import { useWatched } from '../../lib/use-watched.ts'
import type { Device } from '../../recorder/capture/devices.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { failureWords, noPictureWords, type Words } from './failure-words.ts'
import { LevelMeter } from './level-meter.tsx'
import { NoSound } from './no-sound.tsx'
import { type DevicesView, mayOpenCamera, type StudioDevices } from './studio-devices.ts'

const noCamera = 'none'

/** Choice of microphone and camera, with the microphone's level. */
export function DevicePickers({ devices, disabled = false }: { devices: StudioDevices; disabled?: boolean }) {
  const view = useWatched(devices.view)
  const { choice, known, stream, failure, muted } = view
  const trouble = disabled ? null : troubleOf(view)
  const [silent, setSilent] = useState(false)
  const inUse = (kind: 'audio' | 'video') =>
    stream
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings().deviceId

  return (
    <div className="flex flex-col gap-5">
      <Field label="Microphone">
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={inUse('audio') ?? choice.microphoneId ?? ''}
            onChange={(event) => devices.choose({ microphoneId: event.target.value })}
          >
            <Options devices={known.microphones} missing="No microphone found" name="Microphone" />
          </Select>
        )}
      </Field>
      <div>
        <p className="mb-2 text-sm text-muted">Say a few words: the bar should move with your voice.</p>
        <LevelMeter stream={stream} muted={muted} onSilence={setSilent} />
        {silent ? <NoSound className="mt-3" /> : null}
      </div>
      <Field label="Camera">
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={choice.withCamera ? (inUse('video') ?? choice.cameraId ?? '') : noCamera}
            onChange={({ target: { value } }) =>
              value === noCamera
                ? devices.choose({ withCamera: false })
                : devices.choose({ withCamera: true, cameraId: value })
            }
          >
            <Options devices={known.cameras} missing="No camera found" name="Camera" />
            <option value={noCamera}>No picture, sound only</option>
          </Select>
        )}
      </Field>
      {trouble ? (
        <Alert>
          <strong>{trouble.title}</strong> {trouble.sentence}
        </Alert>
      ) : null}
      {trouble && !isLasting(failure) ? (
        <Button variant="outline" className="self-start" onClick={() => devices.open()}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}

/** Why something that was chosen is not open; null where all of it is. */
function troubleOf(view: DevicesView): Words | null {
  const { failure, opening, withoutPicture } = view
  if (failure && !opening) return { ...failureWords[failure], title: `${failureWords[failure].title}.` }
  return mayOpenCamera(view) ? noPictureWords(withoutPicture) : null
}

/** Whether another try in this browser, at this address, would not help. */
const isLasting = (failure: DevicesView['failure']) => failure === 'unsupported' || failure === 'insecure'

function Options({ devices, missing, name }: { devices: Device[]; missing: string; name: string }) {
  if (devices.length === 0) return <option value="">{missing}</option>
  return devices.map(({ id, label }, index) => (
    <option key={id} value={id}>
      {label || `${name} ${index + 1}`}
    </option>
  ))
}
