import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { proveByMessage, sendMessage } from './second-factor.ts'

export type PhoneCodeFormProps = { factorId: string; onProven: () => void }

/** A code by text message: asked for by a press, because each message costs somebody something. */
export function PhoneCodeForm({ factorId, onProven }: PhoneCodeFormProps) {
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async () => {
    setBusy(true)
    const sent = await sendMessage(factorId)
    setBusy(false)
    setProblem(sent.problem)
    if (sent.challengeId !== null) setChallengeId(sent.challengeId)
  }

  const prove = async (complete: string) => {
    if (challengeId === null) return
    setBusy(true)
    const refused = await proveByMessage(factorId, challengeId, complete)
    setBusy(false)
    if (refused === null) return onProven()
    setProblem(refused)
    setCode('')
  }

  return (
    <div className="flex flex-col gap-5">
      {challengeId === null ? (
        <p>We send a text message with six digits to your phone.</p>
      ) : (
        <CodeField
          label="Six-digit code"
          hint="From the text message on your phone. It can take a minute."
          value={code}
          disabled={busy}
          onChange={setCode}
          onComplete={prove}
        />
      )}
      {problem ? <Alert>{problem}</Alert> : null}
      <Button
        size="xl"
        className="w-full"
        variant={challengeId === null ? 'default' : 'outline'}
        busy={busy}
        onClick={send}
      >
        {challengeId === null ? 'Send me a code' : 'Send another one'}
      </Button>
    </div>
  )
}
