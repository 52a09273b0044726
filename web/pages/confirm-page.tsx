import type { EmailOtpType } from '@supabase/auth-js'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { redeemToken } from '../features/auth/redeem-token.ts'
import { Button } from '../ui/button.tsx'
import { EntryFrame } from './entry-frame.tsx'

const route = getRouteApi('/auth/confirm')

type Words = { title: string; sentence: string; action: string }

/** What each kind of mailed link is for. */
const words: Partial<Record<EmailOtpType, Words>> = {
  signup: {
    title: 'Confirm your email',
    sentence: 'One step, and your account is ready.',
    action: 'Confirm my email',
  },
  recovery: {
    title: 'Choose a new password',
    sentence: 'First let us check the link from your mail.',
    action: 'Go on',
  },
  email_change: {
    title: 'Confirm your new email',
    sentence: 'From then on you log in with this address.',
    action: 'Confirm this address',
  },
}

/**
 * Where mailed links lead. The token is redeemed by a press of the button and by POST, so that programs which
 * open links in mails use nothing up.
 */
export function ConfirmPage() {
  const { token_hash: token, type } = route.useSearch()
  const navigate = useNavigate()
  const [needsOtherAddress, setNeedsOtherAddress] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const kind = (Object.keys(words) as EmailOtpType[]).find((known) => known === type)
  const text = kind ? words[kind] : undefined

  if (!token || !kind || !text) return <UselessLink />
  if (needsOtherAddress) {
    return (
      <EntryFrame title="One more mail">
        <p role="status">
          This address is confirmed. Please open the link in the mail to the other address as well.
        </p>
      </EntryFrame>
    )
  }

  const redeem = async () => {
    setBusy(true)
    const outcome = await redeemToken(token, kind)
    setBusy(false)
    if (outcome.problem !== null) return setProblem(outcome.problem)
    if (!outcome.signedIn) return setNeedsOtherAddress(true)
    // The link is used up now: going back or reloading must not lead to it again.
    navigate({ to: kind === 'recovery' ? '/auth/new-password' : '/app', replace: true })
  }

  return (
    <EntryFrame title={text.title} subtitle={text.sentence}>
      {problem ? (
        <p role="alert" className="mb-6 rounded-card bg-danger-tint p-4 text-danger">
          {problem}
        </p>
      ) : null}
      <Button size="lg" className="w-full" busy={busy} onClick={redeem}>
        {text.action}
      </Button>
      {problem ? <WayBack /> : null}
    </EntryFrame>
  )
}

function UselessLink() {
  return (
    <EntryFrame
      title="This link does not work"
      subtitle="Part of it is missing. Please copy the whole link from the mail."
    >
      <WayBack />
    </EntryFrame>
  )
}

function WayBack() {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Button variant="outline" asChild>
        <Link to="/forgot-password">Send me a new link</Link>
      </Button>
      <Button variant="ghost" asChild>
        <Link to="/login">Back to log in</Link>
      </Button>
    </div>
  )
}
