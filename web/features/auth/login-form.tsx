import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { lacksSecondFactor } from './assurance.ts'
import { auth } from './auth-client.ts'
import { logInFailure, type Notice, signUpFailure, unexpectedFailure } from './auth-failure.ts'
import { useConfiguredProviders } from './providers.ts'
import { SendAgainButton } from './send-again-button.tsx'
import { emailProblem, passwordProblem } from './validation.ts'

export type AuthMode = 'sign-up' | 'log-in'

type Credentials = { email: string; password: string }
type Problems = { [Name in keyof Credentials]?: string | undefined }

export type LoginFormProps = {
  mode: AuthMode
  /** Held by the parent, so that the address is kept on switching between the log-in and the sign-up form. */
  email: string
  onEmail: (email: string) => void
  /** Called when the account exists, but its address has to be confirmed first. */
  onConfirmationSent: (email: string) => void
  /** Called when somebody who has an account already wants to log in. */
  onLogIn: () => void
}

/** E-mail and password, to sign up or to log in. Success is reported through the session, not by this form. */
export function LoginForm({ mode, email, onEmail, onConfirmationSent, onLogIn }: LoginFormProps) {
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  // With the address that was refused: the one in the field may be another by now.
  const [refusal, setRefusal] = useState<(Notice & { email: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const signingUp = mode === 'sign-up'
  const { passwordMin } = useConfiguredProviders()

  const forget = (field: keyof Credentials) => setProblems({ ...problems, [field]: undefined })

  const refuse = (notice: Notice) => {
    setRefusal({ ...notice, email: email.trim() })
    toastError(notice.title)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return

    // A password from before the operator asked for longer ones still logs in.
    const least = signingUp ? passwordMin : undefined
    const found = { email: emailProblem(email), password: passwordProblem(password, least) }
    setProblems(found)
    setRefusal(null)
    const first = found.email ?? found.password
    if (first) return toastError('Validation Error', first)

    setBusy(true)
    try {
      const send = signingUp ? signUp : logIn
      const outcome = await send({ email: email.trim(), password })
      if (outcome === 'confirmation sent') onConfirmationSent(email.trim())
      else if (outcome !== 'signed in') refuse(outcome)
    } catch {
      refuse(unexpectedFailure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={problems.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete={signingUp ? 'email' : 'username'}
            inputMode="email"
            value={email}
            onChange={(event) => {
              onEmail(event.target.value)
              forget('email')
            }}
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        hint={signingUp ? `At least ${passwordMin} characters` : undefined}
        error={problems.password}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        // Whoever comes from the other form has typed the address there.
        autoFocus={email !== ''}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          forget('password')
        }}
      />
      {signingUp ? null : (
        <Link
          to="/forgot-password"
          className="inline-flex min-h-12 items-center self-start text-leaf underline underline-offset-4"
        >
          Forgot password?
        </Link>
      )}
      {refusal ? <Alert>{refusal.sentence}</Alert> : null}
      {refusal?.isUnconfirmed ? (
        <SendAgainButton email={refusal.email} onSent={() => onConfirmationSent(refusal.email)} />
      ) : null}
      {refusal?.isTaken ? (
        <Button variant="outline" size="lg" className="w-full" onClick={onLogIn}>
          Log in instead
        </Button>
      ) : null}
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {signingUp ? 'Sign Up' : 'Log In'}
      </Button>
    </form>
  )
}

type Outcome = 'signed in' | 'confirmation sent' | Notice

async function logIn(credentials: Credentials): Promise<Outcome> {
  const { data, error } = await auth.signInWithPassword(credentials)
  if (error) return logInFailure(error)
  // No welcome before the second factor; the page of that step shows it afterwards.
  if (lacksSecondFactor(data.session)) return 'signed in'

  toastSuccess('Welcome back!', "You've successfully logged in.")
  return 'signed in'
}

async function signUp(credentials: Credentials): Promise<Outcome> {
  const { data, error } = await auth.signUp({
    ...credentials,
    options: { emailRedirectTo: `${window.location.origin}/app` },
  })
  if (error) return signUpFailure(error)

  if (data.session) {
    toastSuccess('Account Created!', 'Welcome to Kinora.')
    return 'signed in'
  }
  toastSuccess('Account Created!', 'Please check your email to confirm your account.')
  return 'confirmation sent'
}
