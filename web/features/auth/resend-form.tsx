import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { sendConfirmationAgain } from './send-again.ts'
import { emailMessage, isEmail } from './validation.ts'

/** Asks for the confirmation mail once more. The answer never tells whether there is anything to confirm. */
export function ResendForm() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (!isEmail(address)) return setProblem(emailMessage)

    setBusy(true)
    const refused = await sendConfirmationAgain(address)
    setBusy(false)
    if (refused === null) setSentTo(address)
    else setProblem(refused)
  }

  if (sentTo !== null) {
    return (
      <p role="status">
        If <strong className="wrap-anywhere">{sentTo}</strong> still has to be confirmed, a new mail is on its
        way. If it is confirmed already, you can simply log in.
      </p>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" hint="The one you signed up with." error={problem}>
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
        Send me a new link
      </Button>
    </form>
  )
}
