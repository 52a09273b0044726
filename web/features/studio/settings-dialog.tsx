import { useRef } from 'react'
import type { RecordingQuality } from '#contract/recordings.ts'
import { importing } from '../../lib/importing.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { loadedQuietly } from '../../ui/loaded-quietly.tsx'
import { Select } from '../../ui/select.tsx'
import { DevicePickers } from './device-pickers.tsx'
import { SpeakersField } from './speakers-field.tsx'
import type { StudioDevices } from './studio-devices.ts'
import type { StudioSession } from './studio-session.ts'
import { useNewSpeakers } from './use-new-speakers.ts'

export const loadTranscriptionSettings = () => importing(() => import('./transcription-settings.tsx'))
const TranscriptionSettings = loadedQuietly(
  async () => (await loadTranscriptionSettings()).TranscriptionSettings,
)

export type SettingsDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  session: StudioSession
  devices: StudioDevices
  capturing: boolean
}

const qualities: { id: RecordingQuality; label: string }[] = [
  { id: 'high', label: 'High (1080p)' },
  { id: 'medium', label: 'Medium (720p)' },
  { id: 'low', label: 'Low (480p)' },
]

/** Who speaks, how sharp the picture is, and which devices are used. */
export function SettingsDialog({ session, devices, capturing, ...dialog }: SettingsDialogProps) {
  const { choice } = useWatched(devices.view)
  const toFamily = useNewSpeakers(dialog.open)
  const adding = useRef(() => true)

  return (
    <Dialog {...dialog} title="Session Settings">
      <SpeakersField {...{ session, toFamily, adding }} />
      <Field
        label="Recording quality"
        hint={
          capturing
            ? 'Can be changed when the recording is stopped.'
            : 'Lower takes less room and less of the connection.'
        }
      >
        {(control) => (
          <Select
            {...control}
            disabled={capturing}
            value={choice.quality}
            onChange={({ target }) => {
              const quality = qualities.find(({ id }) => id === target.value)?.id
              if (quality) devices.chooseQuality(quality)
            }}
          >
            {qualities.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DevicePickers devices={devices} disabled={capturing} />
      <TranscriptionSettings session={session} />
      <DialogActions>
        <Button onClick={() => dialog.onOpenChange(!adding.current())}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
