import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { proveByRecoveryCode } from './second-factor.ts'

export type RecoveryCodeFormProps = { action: string; onProven: () => void }

/** One of the codes that were written down when the second factor was switched on. */
export function RecoveryCodeForm({ action, onProven }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem('Please type one of your recovery codes.')

    setBusy(true)
    const refused = await proveByRecoveryCode(code)
    setBusy(false)
    if (refused === null) onProven()
    else setProblem(refused)
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label="Recovery code"
        hint="From the list you kept. Each works once; spaces and dashes do not matter."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setProblem(undefined)
            }}
            className="min-h-16 tracking-wider"
          />
        )}
      </Field>
      <Button type="submit" size="xl" busy={busy} className="w-full">
        {action}
      </Button>
    </form>
  )
}
