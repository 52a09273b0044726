import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

export type PasswordFormProps = {
  /** Why the last password was not accepted. */
  error: string | undefined
  busy: boolean
  onPassword: (password: string) => void
}

const tooLong = `That is longer than any password of a link (${limits.linkPassword} characters).`

/** Asks for the password of a public link. */
export function PasswordForm({ error, busy, onPassword }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const isTooLong = password.trim().length > limits.linkPassword

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password.trim() !== '' && !isTooLong) onPassword(password.trim())
  }

  return (
    <form onSubmit={send} noValidate className="mx-auto flex max-w-[28.75rem] flex-col gap-6">
      <div>
        <h1 tabIndex={-1} className="font-story text-2xl font-semibold">
          A story for you
        </h1>
        <p className="mt-3 text-muted">
          It opens with a password. Whoever sent you this link can tell you what it is.
        </p>
      </div>
      <PasswordField
        label="Password"
        error={isTooLong ? tooLong : error}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="lg" busy={busy} disabled={password.trim() === ''}>
        Open the story
      </Button>
    </form>
  )
}
