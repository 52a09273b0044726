import { type FormEvent, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { NoMailNote } from '../../../ui/no-mail-note.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useSending } from '../../../ui/sending.ts'
import { toastSuccess } from '../../../ui/toast.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { AccountName } from '../account-name.tsx'
import { useConfiguredProviders } from '../providers.ts'
import { passwordSetter } from '../set-password.ts'
import { passwordProblem } from '../validation.ts'
import { changePassword } from './change-password.ts'
import { useRefreshAccount } from './use-account.ts'

export type ChangePasswordDialogProps = { hasPassword: boolean; onClose: () => void }

/** Asks for the current and the new password, and for a mailed code if the service demands one. */
export function ChangePasswordDialog({ hasPassword, onClose }: ChangePasswordDialogProps) {
  return (
    <Dialog
      open
      focusFirstField
      onOpenChange={onClose}
      title={hasPassword ? 'Change your password' : 'Set a password'}
    >
      <ChangePasswordForm hasPassword={hasPassword} onClose={onClose} />
    </Dialog>
  )
}

function ChangePasswordForm({ hasPassword, onClose }: ChangePasswordDialogProps) {
  const [setPassword] = useState(passwordSetter)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [code, setCode] = useState('')
  const [wantsCode, setWantsCode] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { passwordMin } = useConfiguredProviders()
  const refresh = useRefreshAccount()
  useUnsaved([current, next])
  useSending(busy)

  const send = async (nonce: string) => {
    if (hasPassword && current === '') return setProblem('Please type your current password.')
    const wrong = passwordProblem(next, passwordMin)
    if (wrong) return setProblem(wrong)

    setBusy(true)
    setProblem(null)
    try {
      const outcome = await changePassword(setPassword, { current: hasPassword ? current : '', next, nonce })
      if (outcome.is === 'refused') return setProblem(outcome.problem)
      if (outcome.is === 'code mailed') return setWantsCode(true)

      toastSuccess('Password changed', 'Your other devices have been logged out.')
      onClose()
      await refresh()
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <AccountName />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      ) : null}
      <PasswordField
        label="New password"
        hint={`At least ${passwordMin} characters`}
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
      {wantsCode ? (
        <CodeField
          label="Code from your mail"
          hint="We have just sent you a mail with six digits, to be sure that it is you."
          value={code}
          disabled={busy}
          onChange={setCode}
          onComplete={send}
        />
      ) : null}
      {wantsCode ? <NoMailNote /> : null}
      {problem ? <Alert>{problem}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={busy}>
          Save the new password
        </Button>
      </DialogActions>
    </form>
  )
}
