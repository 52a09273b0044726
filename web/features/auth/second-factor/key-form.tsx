import type { Factor } from '@supabase/auth-js'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSending } from '../../../ui/sending.ts'
import { proveByKey } from './second-factor.ts'

export type KeyFormProps = { keys: Factor[]; onProven: (factorId: string) => unknown }

/** One button for each key; pressing it makes the browser ask for the key. */
export function KeyForm({ keys, onProven }: KeyFormProps) {
  const [asking, setAsking] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useSending(asking !== null)

  const ask = async (factorId: string) => {
    setAsking(factorId)
    setProblem(null)
    try {
      const refused = await proveByKey(factorId)
      if (refused === null) await onProven(factorId)
      setProblem(refused)
    } finally {
      setAsking(null)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <p>Have your key or the device with your passkey at hand, then press the button.</p>
      {problem ? <Alert>{problem}</Alert> : null}
      {keys.map(({ id, friendly_name: name }) => (
        <Button
          key={id}
          size="xl"
          className="w-full"
          busy={asking === id}
          disabled={asking !== null}
          onClick={() => ask(id)}
        >
          <KeyRound aria-hidden="true" />
          {keys.length > 1 && name ? `Use ${name}` : 'Use your key'}
        </Button>
      ))}
    </div>
  )
}
