import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useOneField } from '../use-one-field.ts'
import { proveByRecoveryCode } from './second-factor.ts'

export type RecoveryCodeFormProps = { action: string; onProven: () => unknown }

/** Asks for one of the recovery codes written down when the second factor was switched on. */
export function RecoveryCodeForm({ action, onProven }: RecoveryCodeFormProps) {
  const { control, problem, busy, submit } = useOneField(async (code) => {
    if (code.trim() === '') return 'Please type one of your recovery codes.'
    const refused = await proveByRecoveryCode(code)
    if (refused === null) await onProven()
    return refused
  })
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.focus(), [])

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label="Recovery code"
        hint="From the list you kept. Each works once; spaces and dashes do not matter."
        error={problem}
      >
        {(field) => (
          <Input
            {...field}
            {...control}
            ref={input}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
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
