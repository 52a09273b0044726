import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx'
import { useSendsMail } from '../lib/service-settings.ts'
import { Button } from '../ui/button.tsx'
import { NoMailNote } from '../ui/no-mail-note.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** For people who have forgotten their password. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const sendsMail = useSendsMail()

  if (sentTo !== null) {
    return (
      <EntryFrame title={sendsMail ? 'Check your email' : 'Ask for your link'}>
        <p role="status">
          If there is an account for <strong className="break-all">{sentTo}</strong>, a mail with a link to
          choose a new password {sendsMail ? 'is on its way' : 'has been written'}.
        </p>
        <NoMailNote className="mt-6" />
        <Button variant="outline" size="lg" className="mt-8" asChild>
          <Link to="/login">Back to log in</Link>
        </Button>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame
      title="Forgot your password?"
      subtitle="Tell us your email address, and we send you a way back in."
    >
      <NoMailNote className="mb-6" />
      <ForgotPasswordForm onSent={setSentTo} />
      <Button variant="link" className="mt-4" asChild>
        <Link to="/login">Back to log in</Link>
      </Button>
    </EntryFrame>
  )
}
