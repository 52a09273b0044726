import type { Factor } from '@supabase/auth-js'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type SecondFactors, withoutCodes } from '../second-factor/second-factor.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { removeFactors } from './recovery-codes.ts'

export type RemoveFactorDialogProps = {
  factors: SecondFactors
  removed: Factor
  name: string
  /** What is different without it, as a sentence. */
  effect: string
  onClose: () => void
  onRemoved: () => void
}

/** Removes a phone or a key, after the person has verified one of their factors again. */
export function RemoveFactorDialog(props: RemoveFactorDialogProps) {
  const { factors, removed, name, effect, onClose, onRemoved } = props
  const [problem, setProblem] = useState<string | null>(null)
  const isLast = withoutCodes(factors).length === 1

  const remove = async () => {
    const refused = await removeFactors([removed])
    if (refused === null) onRemoved()
    else setProblem(refused)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'It is your only second factor: from then on your password alone opens your account. Please prove once more that it is you.'
          : `${effect} Please prove once more that it is you.`
      }
    >
      {problem ? <Alert>{problem}</Alert> : null}
      <SecondFactorForm factors={factors} action="Remove it" onProven={remove} />
    </Dialog>
  )
}
