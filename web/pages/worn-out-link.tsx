import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ResendForm } from '../features/auth/resend-form.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** The kinds of mailed links that these pages redeem. */
export type LinkKind = 'signup' | 'email' | 'recovery' | 'email_change' | 'magiclink' | 'invite'

export type WornOutLinkProps = { kind: LinkKind; problem: string }

/** Shown for a link that was used already or has expired: what happened, and how to get another one. */
export function WornOutLink({ kind, problem }: WornOutLinkProps) {
  return (
    <EntryFrame title="This link no longer works">
      <Alert className="mb-6">{problem}</Alert>
      {nextSteps[kind]}
      <Button variant="link" className="-ms-1 mt-4" asChild>
        <Link to="/login">Back to log in</Link>
      </Button>
    </EntryFrame>
  )
}

const nextSteps: Record<LinkKind, ReactNode> = {
  signup: <ResendForm />,
  email: <ResendForm />,
  recovery: (
    <Button size="lg" className="w-full" asChild>
      <Link to="/forgot-password">Send me a new link</Link>
    </Button>
  ),
  email_change: (
    <>
      <p className="mb-6">
        If your new email does not stand in Settings yet, you can have both mails sent again there.
      </p>
      <Button size="lg" className="w-full" asChild>
        <Link to="/app/settings">Open settings</Link>
      </Button>
    </>
  ),
  magiclink: <p>If you are not logged in yet, please ask for a new link where you asked for this one.</p>,
  invite: <p>If you have not joined yet, please ask the person who invited you to do it once more.</p>,
}
