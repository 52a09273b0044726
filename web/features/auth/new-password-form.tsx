import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AccountName } from './account-name.tsx'
import { sentenceOfAccount } from './auth-failure.ts'
import { useConfiguredProviders } from './providers.ts'
import { passwordSetter } from './set-password.ts'
import { passwordProblem } from './validation.ts'

/** Sets a new password for the signed-in person. */
export function NewPasswordForm({ onSet }: { onSet: () => void }) {
  const [setNewPassword] = useState(passwordSetter)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const { passwordMin } = useConfiguredProviders()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = passwordProblem(password, passwordMin)
    if (wrong) return setProblem(wrong)

    setBusy(true)
    const error = await setNewPassword({ password })
    setBusy(false)
    if (error) setProblem(sentenceOfAccount(error))
    else onSet()
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <AccountName />
      <PasswordField
        label="New password"
        hint={`At least ${passwordMin} characters`}
        error={problem}
        autoComplete="new-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        Save the new password
      </Button>
    </form>
  )
}
