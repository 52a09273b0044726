import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NoMailNote } from '../../../ui/no-mail-note.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { useOneField } from '../use-one-field.ts'
import { emailProblem } from '../validation.ts'
import { useRefreshAccount } from './use-account.ts'

export type ChangeEmailDialogProps = { email: string; onClose: () => void }

/**
 * Requests a change of the address. It takes effect once the mails to both addresses are confirmed; `email` is empty for an account that
 * was signed up by phone, which has no present address to confirm it.
 */
export function ChangeEmailDialog({ email, onClose }: ChangeEmailDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focusFirstField
      title="Change your email"
      description={
        email
          ? 'We send a mail to the new address and one to the present one. Both have to be confirmed.'
          : 'We send a mail to the new address, which has to be confirmed.'
      }
    >
      <NoMailNote className="mb-5" />
      <ChangeEmailForm email={email} onClose={onClose} />
    </Dialog>
  )
}

function ChangeEmailForm({ email, onClose }: ChangeEmailDialogProps) {
  const refresh = useRefreshAccount()
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const address = typed.trim()
    const wrong = emailProblem(address)
    if (wrong) return wrong
    if (address.toLowerCase() === email.toLowerCase()) return 'This is your address already.'

    const { data, error } = await auth.updateUser(
      { email: address },
      { emailRedirectTo: `${window.location.origin}/app/settings` },
    )
    if (error) return sentenceOfAccount(error)

    const isDone = data.user.email?.toLowerCase() === address.toLowerCase()
    if (isDone) toastSuccess('Email changed', `From now on you log in with ${address}.`)
    else
      toastSuccess('Check your email', `Please open the link in the mail${email ? ' to each address' : ''}.`)
    onClose()
    await refresh()
    return null
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Field label="New email" error={problem}>
        {(field) => <Input {...field} {...control} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={busy}>
          Change email
        </Button>
      </DialogActions>
    </form>
  )
}
