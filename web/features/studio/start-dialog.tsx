import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { DevicePickers } from './device-pickers.tsx'
import { PhoneCode } from './phone/phone-code.tsx'
import type { ComputerPhone } from './phone/use-phone.ts'
import type { StudioDevices } from './studio-devices.ts'

export type StartDialogProps = {
  devices: StudioDevices
  phone: ComputerPhone
  onCancel: () => void
  onContinue: () => void
}

/** The dialog before the studio, on a large screen: choose this computer's microphone and camera, or a phone's. */
export function StartDialog({ devices, phone, onCancel, onContinue }: StartDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel()
      }}
      title="Start Recording"
      description="Check your microphone and camera. Nothing is recorded yet."
      width="wide"
    >
      <div className="grid gap-8 sm:grid-cols-[minmax(0,1fr)_auto]">
        <DevicePickers devices={devices} />
        <div className="sm:w-64 sm:border-s sm:border-border sm:ps-8">
          <PhoneCode {...phone.link} />
          <p role="status" className="mt-4 text-center font-bold text-leaf empty:hidden">
            {phone.isHere ? 'Your phone is connected.' : null}
          </p>
        </div>
      </div>
      <DialogActions>
        <DialogCancel />
        <Button variant="hero" onClick={onContinue}>
          Continue on This Device
        </Button>
      </DialogActions>
    </Dialog>
  )
}
