import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type SecondFactors, withoutCodes } from '../second-factor/second-factor.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { removeFactors } from './recovery-codes.ts'

export type SwitchOffDialogProps = { factors: SecondFactors; onClose: () => void; onOff: () => void }

/** Removes all second factors, after the person has verified one of them again. */
export function SwitchOffDialog({ factors, onClose, onOff }: SwitchOffDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)

  const switchOff = async (provenBy: string | null) => {
    // The factor verified in this session goes last: the right to remove the others ends
    // with it. Recovery codes are removed by the service.
    const all = withoutCodes(factors)
    const others = all.filter(({ id }) => id !== provenBy)
    const last = all.filter(({ id }) => id === provenBy)
    const refused = await removeFactors([...others, ...last])
    if (refused === null) onOff()
    else setProblem(refused)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch off two-factor authentication?"
      description="From then on your password alone opens your account. Please prove once more that it is you."
    >
      {problem ? <Alert>{problem}</Alert> : null}
      <SecondFactorForm factors={factors} action="Switch it off" onProven={switchOff} />
    </Dialog>
  )
}
