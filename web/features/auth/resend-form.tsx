import { useState } from 'react'
import { useSendsMail } from '../../lib/service-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { sendConfirmationAgain } from './send-again.ts'
import { useOneField } from './use-one-field.ts'
import { emailProblem } from './validation.ts'

/** Requests the confirmation mail again. The answer does not reveal whether there is anything to confirm. */
export function ResendForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const sendsMail = useSendsMail()
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const address = typed.trim()
    const wrong = emailProblem(address)
    if (wrong) return wrong

    const refused = await sendConfirmationAgain(address)
    if (refused === null) setSentTo(address)
    return refused
  })

  if (sentTo !== null) {
    return (
      <>
        <p role="status">
          If <strong className="wrap-anywhere">{sentTo}</strong> still has to be confirmed, a new mail{' '}
          {sendsMail ? 'is on its way' : 'has been written'}. If it is confirmed already, you can simply log
          in.
        </p>
        <NoMailNote className="mt-6" />
      </>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" hint="The one you signed up with." error={problem}>
        {(field) => <Input {...field} {...control} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        Send me a new link
      </Button>
    </form>
  )
}
