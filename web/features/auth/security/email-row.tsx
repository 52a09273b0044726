import type { User } from '@supabase/auth-js'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { NoMailNote } from '../../../ui/no-mail-note.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { useRefreshAccount } from './use-account.ts'

/** The address for logging in. While a change awaits confirmation, also the new address and what to do. */
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

const ofBoth = {
  sent: 'We have sent a mail to both addresses: please open the link in each of them.',
  again: 'Send the mails again',
  onTheWay: 'The mails are on their way',
  notSent: 'The mails were not sent',
}
/** For somebody who signed up by phone: there is no present address to confirm the change. */
const ofOne: typeof ofBoth = {
  sent: 'We have sent a mail there: please open the link in it.',
  again: 'Send the mail again',
  onTheWay: 'The mail is on its way',
  notSent: 'The mail was not sent',
}

const askFor = (email: string) =>
  auth.updateUser({ email }, { emailRedirectTo: `${window.location.origin}/app/settings` })

function Coming({ email, coming }: { email: string; coming: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useRefreshAccount()
  const words = email ? ofBoth : ofOne

  const sendAgain = async () => {
    setBusy(true)
    setProblem(null)
    // The service looks the change up by the present address; if there is none yet, the new address is requested again.
    const { error } = email ? await auth.resend({ type: 'email_change', email }) : await askFor(coming)
    setBusy(false)
    if (error) setProblem(`${words.notSent}. ${sentenceOfAccount(error)}`)
    else toastSuccess(words.onTheWay)
  }
  const keep = async () => {
    setBusy(true)
    setProblem(null)
    const { error } = await auth.updateUser({ email })
    setBusy(false)
    if (error) return setProblem(`Nothing was changed. ${sentenceOfAccount(error)}`)
    toastSuccess('Your address stays', `You log in with ${email}, as before.`)
    await refresh()
  }

  return (
    <div className="flex flex-col items-start gap-3 bg-warn-tint p-5 sm:px-6">
      <div role="status" className="flex flex-col items-start gap-3">
        <Badge tone="warn">Waiting for you</Badge>
        <p>
          Your address is to become <strong className="wrap-anywhere">{coming}</strong>. {words.sent} Until
          then you log in as before.
        </p>
      </div>
      <NoMailNote className="bg-card" />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={busy} onClick={sendAgain}>
          {words.again}
        </Button>
        {email ? (
          <Button variant="ghost" busy={busy} onClick={keep}>
            Keep my present address
          </Button>
        ) : null}
      </div>
      {problem ? <Alert className="self-stretch">{problem}</Alert> : null}
    </div>
  )
}
