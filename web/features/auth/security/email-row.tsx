import type { User } from '@supabase/auth-js'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { useRefreshAccount } from './use-account.ts'

/** The address for logging in; while a change waits for its mails, the one to come and what to do. */
export function EmailRow({ account }: { account: User }) {
  const [changing, setChanging] = useState(false)
  const { email = '', new_email: coming } = account

  return (
    <>
      <SettingsRow
        icon={<Mail aria-hidden="true" />}
        title="Email"
        detail={email}
        action={
          <Button variant="outline" onClick={() => setChanging(true)}>
            Change email
          </Button>
        }
      />
      {coming ? <Coming email={email} coming={coming} /> : null}
      {changing ? <ChangeEmailDialog email={email} onClose={() => setChanging(false)} /> : null}
    </>
  )
}

function Coming({ email, coming }: { email: string; coming: string }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshAccount()

  const sendAgain = async () => {
    setBusy(true)
    const { error } = await auth.resend({ type: 'email_change', email })
    setBusy(false)
    if (error) toastError('The mails were not sent', sentenceOfAccount(error))
    else toastSuccess('The mails are on their way')
  }
  const keep = async () => {
    setBusy(true)
    const { error } = await auth.updateUser({ email })
    setBusy(false)
    if (error) return toastError('Nothing was changed', sentenceOfAccount(error))
    toastSuccess('Your address stays', `You log in with ${email}, as before.`)
    await refresh()
  }

  return (
    <div role="status" className="flex flex-col items-start gap-3 bg-warn-tint p-5 sm:px-6">
      <Badge tone="warn">Waiting for you</Badge>
      <p>
        Your address is to become <strong className="wrap-anywhere">{coming}</strong>. We have sent a mail to
        both addresses: please open the link in each of them. Until then you log in as before.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={busy} onClick={sendAgain}>
          Send the mails again
        </Button>
        {email ? (
          <Button variant="ghost" busy={busy} onClick={keep}>
            Keep my present address
          </Button>
        ) : null}
      </div>
    </div>
  )
}
