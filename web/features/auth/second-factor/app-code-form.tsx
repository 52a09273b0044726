import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { useSending } from '../../../ui/sending.ts'
import { proveByCode } from './second-factor.ts'

export type AppCodeFormProps = {
  factorId: string
  action: string
  takesFocus?: boolean
  onProven: () => unknown
}

/** Asks for the current code of the authenticator app. Submits itself at the sixth digit. */
export function AppCodeForm({ factorId, action, takesFocus = true, onProven }: AppCodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  useSending(busy)

  const send = async (complete: string) => {
    setBusy(true)
    try {
      const refused = await proveByCode(factorId, complete)
      // The form stays busy until the follow-up is done: cancelling in between would remove a factor that already counts.
      if (refused === null) return await onProven()
      setProblem(refused)
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6) send(code)
    else setProblem('Please type all six digits.')
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <CodeField
        label="Six-digit code"
        hint="Your authenticator app shows it, a new one every 30 seconds."
        error={problem}
        value={code}
        disabled={busy}
        takesFocus={takesFocus}
        onChange={(next) => {
          setCode(next)
          if (next !== '') setProblem(undefined)
        }}
        onComplete={send}
      />
      <Button type="submit" size="xl" busy={busy} className="w-full">
        {action}
      </Button>
    </form>
  )
}
