import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { auth } from './auth-client.ts'
import { sentenceOfAuth } from './auth-failure.ts'
import { useOneField } from './use-one-field.ts'
import { emailProblem } from './validation.ts'

/** Requests a mail for choosing a new password. The answer does not reveal whether an account exists. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const address = typed.trim()
    const wrong = emailProblem(address)
    if (wrong) return wrong

    const { error } = await auth.resetPasswordForEmail(address, {
      redirectTo: `${window.location.origin}/app`,
    })
    if (error) return sentenceOfAuth(error)
    onSent(address)
    return null
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={problem}>
        {(field) => <Input {...field} {...control} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="w-full">
        Send me a link
      </Button>
    </form>
  )
}
