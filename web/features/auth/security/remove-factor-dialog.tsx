import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type PhoneFactor, type SecondFactors, withoutCodes } from '../second-factor/second-factor.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { nameOfPhone } from './phones.ts'
import { removeFactors } from './recovery-codes.ts'

export type RemovePhoneDialogProps = {
  factors: SecondFactors
  phone: PhoneFactor
  onClose: () => void
  onRemoved: () => void
}

/** Removes a phone, after the person has verified one of their factors again. */
export function RemovePhoneDialog({ factors, phone, onClose, onRemoved }: RemovePhoneDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const isLast = withoutCodes(factors).length === 1

  const remove = async () => {
    const refused = await removeFactors([phone])
    if (refused === null) onRemoved()
    else setProblem(refused)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${nameOfPhone(phone)}?`}
      description={
        isLast
          ? 'It is your only second factor: from then on your password alone opens your account. Please prove once more that it is you.'
          : 'No more codes are sent to it. Please prove once more that it is you.'
      }
    >
      {problem ? <Alert>{problem}</Alert> : null}
      <SecondFactorForm factors={factors} action="Remove it" onProven={remove} />
    </Dialog>
  )
}
