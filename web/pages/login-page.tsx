import { Navigate, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { KeepsNothingNote } from '../features/auth/keeps-nothing-note.tsx'
import { type AuthMode, LoginForm } from '../features/auth/login-form.tsx'
import { PolicyNote } from '../features/auth/policy-note.tsx'
import { ProviderButtons } from '../features/auth/provider-buttons.tsx'
import { useConfiguredProviders } from '../features/auth/providers.ts'
import { SendAgainButton } from '../features/auth/send-again-button.tsx'
import { logInHash, useSession } from '../features/auth/session.tsx'
import { useSendsMail } from '../lib/service-settings.ts'
import { Button } from '../ui/button.tsx'
import { NoMailNote } from '../ui/no-mail-note.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Sign-up and log-in on one page. People who are signed in are redirected to the dashboard. */
export function LoginPage() {
  const session = useSession()
  const wasHere = useLocation({ select: ({ hash }) => hash === logInHash })
  const [mode, setMode] = useState<AuthMode>(wasHere ? 'log-in' : 'sign-up')
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)

  if (session.state === 'unknown') return <PageSpinner />
  if (session.state === 'in' || session.state === 'half in') return <Navigate to="/app" replace />
  if (sentTo !== null) return <CheckYourMail email={sentTo} onDone={() => setSentTo(null)} />

  const signingUp = mode === 'sign-up'
  return (
    <EntryFrame
      title={signingUp ? 'Create your account' : 'Welcome back'}
      subtitle={
        signingUp ? 'Two lines, and you can begin with the first story.' : 'Log in to your family’s stories.'
      }
    >
      <KeepsNothingNote />
      <LoginForm
        key={mode}
        mode={mode}
        email={email}
        onEmail={setEmail}
        onConfirmationSent={setSentTo}
        onLogIn={() => setMode('log-in')}
      />
      {signingUp ? <SignUpNote /> : null}
      <div className="my-7 flex items-center gap-4 text-sm text-muted">
        <span className="flex-1 border-t border-edge" />
        or
        <span className="flex-1 border-t border-edge" />
      </div>
      <ProviderButtons />
      <p className="mt-8 text-center">
        {signingUp ? 'Already have an account?' : 'New to Kinora?'}{' '}
        <Button variant="link" onClick={() => setMode(signingUp ? 'log-in' : 'sign-up')}>
          {signingUp ? 'Log in' : 'Sign up'}
        </Button>
      </p>
    </EntryFrame>
  )
}

function SignUpNote() {
  const { policies } = useConfiguredProviders()
  return <PolicyNote policies={policies} />
}

function CheckYourMail({ email, onDone }: { email: string; onDone: () => void }) {
  const sendsMail = useSendsMail()
  return (
    <EntryFrame title={sendsMail ? 'Check your email' : 'Confirm your account'}>
      <div role="status">
        <p>
          {sendsMail ? 'We have sent a mail to' : 'We have written a mail to'}{' '}
          <strong className="break-all">{email}</strong>. Open the link in it to confirm your account, then
          you can log in.
        </p>
        {sendsMail ? (
          <p className="mt-3 text-muted">It can take a few minutes. Please look in the spam folder too.</p>
        ) : null}
      </div>
      <NoMailNote className="mt-6" />
      <div className="mt-8 flex flex-col gap-3">
        <SendAgainButton
          email={email}
          onSent={() => toastSuccess(sendsMail ? 'The mail is on its way' : 'The mail is written')}
        />
        <Button variant="ghost" size="lg" onClick={onDone}>
          Back to log in
        </Button>
      </div>
    </EntryFrame>
  )
}
