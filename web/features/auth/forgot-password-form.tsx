import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { auth } from './auth-client.ts'
import { sentenceOfAuth } from './auth-failure.ts'
import { emailMessage, isEmail } from './validation.ts'

/** Asks for a mail with which a new password can be chosen. Its answer never tells whether an account exists. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (!isEmail(address)) return setProblem(emailMessage)

    setBusy(true)
    const { error } = await auth.resetPasswordForEmail(address, {
      redirectTo: `${window.location.origin}/app`,
    })
    setBusy(false)
    if (error) setProblem(sentenceOfAuth(error))
    else onSent(address)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={problem}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        Send me a link
      </Button>
    </form>
  )
}
