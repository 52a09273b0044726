import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DevicePickers } from './device-pickers.tsx'
import type { StudioDevices } from './studio-devices.ts'

export type StartDialogProps = { devices: StudioDevices; onCancel: () => void; onContinue: () => void }

/** Before the studio, on a large screen: is this the right microphone and camera, and do we hear you? */
export function StartDialog({ devices, onCancel, onContinue }: StartDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel()
      }}
      title="Start Recording"
      description="Check your microphone and camera. Nothing is recorded yet."
    >
      <DevicePickers devices={devices} />
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="hero" onClick={onContinue}>
          Continue on This Device
        </Button>
      </DialogActions>
    </Dialog>
  )
}
