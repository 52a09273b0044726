import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Redeemed, redeemToken } from '../features/auth/redeem-token.ts'
import { useSession } from '../features/auth/session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { LoggedInAs } from './logged-in-as.tsx'
import { type LinkKind, WornOutLink } from './worn-out-link.tsx'

const route = getRouteApi('/auth/confirm')

type Words = { title: string; sentence: string; action: string }

/** The words for each kind of mailed link. */
const words: Record<LinkKind, Words> = {
  signup: {
    title: 'Confirm your email',
    sentence: 'One step, and your account is ready.',
    action: 'Confirm my email',
  },
  email: {
    title: 'Confirm your email',
    sentence: 'Then you choose your password once more: somebody else may have signed up with your address.',
    action: 'Confirm my email',
  },
  recovery: {
    title: 'Choose a new password',
    sentence: 'First let us check your link.',
    action: 'Go on',
  },
  email_change: {
    title: 'Confirm your new email',
    sentence: 'Once both addresses are confirmed, you log in with the new one.',
    action: 'Confirm this address',
  },
  magiclink: {
    title: 'Log in',
    sentence: 'You asked for a link to log in with. Here it opens.',
    action: 'Log me in',
  },
  invite: {
    title: 'You are invited',
    sentence: 'Somebody keeps stories here and would like you to join in.',
    action: 'Join in',
  },
}

/**
 * The target of mailed links. The token is redeemed by pressing the button, with a POST request,
 * so that programs that open links in mails do not use it up.
 */
export function ConfirmPage() {
  const { token_hash: token, type } = route.useSearch()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Redeemed | null>(null)
  const [busy, setBusy] = useState(false)
  const kind = (Object.keys(words) as LinkKind[]).find((known) => known === type)

  if (!token || !kind) return <UselessLink />
  if (outcome?.problem && outcome.isWornOut) return <WornOutLink kind={kind} problem={outcome.problem} />
  if (outcome?.problem === null && !outcome.signedIn) return <OneMoreMail />

  const redeem = async () => {
    setBusy(true)
    // A sign-up is redeemed as `email`: if two people have signed up with this address,
    // neither of their passwords is kept (docs/decisions/084).
    const redeemed = await redeemToken(token, kind === 'signup' ? 'email' : kind)
    setBusy(false)
    setOutcome(redeemed)
    if (redeemed.problem !== null || !redeemed.signedIn) return
    if (kind === 'email_change') toastSuccess('Email changed', 'From now on you log in with the new one.')
    // The link is used up: going back or reloading must not lead to it again.
    navigate({ to: nextPage(kind, redeemed), replace: true })
  }

  const { title, sentence, action } = words[kind]
  return (
    <EntryFrame title={title} subtitle={sentence}>
      {outcome?.problem ? <Alert className="mb-6">{outcome.problem}</Alert> : null}
      <Button size="lg" className="w-full" busy={busy} onClick={redeem}>
        {action}
      </Button>
      {busy || outcome?.problem === null ? null : <WhoIsIn />}
    </EntryFrame>
  )
}

/** A link logs in the account that its letter was sent to, in the whole browser: whoever is logged in there reads it beforehand. */
function WhoIsIn() {
  const session = useSession()
  if (session.state !== 'in') return null
  return (
    <p className="mt-6">
      <LoggedInAs user={session.user} />. If this letter was meant for somebody else, they will be logged in
      here instead of you, and what you have not saved in another tab will be lost.
    </p>
  )
}

/**
 * The page that follows each kind for whoever has a password. An invited person has no password yet, and after two
 * sign-ups with one address neither password was kept.
 */
const next = {
  signup: '/app',
  email: '/auth/new-password',
  magiclink: '/app',
  recovery: '/auth/new-password',
  invite: '/auth/new-password',
  email_change: '/app/settings',
} as const satisfies Record<LinkKind, string>

/**
 * Whoever would go home without a password chooses one first, whatever the mail was about: the link of a first mail says nothing of a
 * second sign-up that came after it. A changed address leads to Settings, where a password can be set.
 */
function nextPage(kind: LinkKind, { hasPassword }: Redeemed) {
  const planned = next[kind]
  return planned === '/app' && !hasPassword ? '/auth/new-password' : planned
}

function OneMoreMail() {
  return (
    <EntryFrame title="One more mail">
      <p role="status">
        This address is confirmed. Please open the link in the mail to the other address as well.
      </p>
    </EntryFrame>
  )
}

function UselessLink() {
  return (
    <EntryFrame
      title="This link does not work"
      subtitle="Part of it is missing. Please copy the whole link from the mail."
    >
      <Button size="lg" className="w-full" asChild>
        <Link to="/login">Back to log in</Link>
      </Button>
      <Button variant="link" className="mt-4" asChild>
        <Link to="/forgot-password">I have forgotten my password</Link>
      </Button>
    </EntryFrame>
  )
}
