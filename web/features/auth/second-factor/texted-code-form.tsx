import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { useSending } from '../../../ui/sending.ts'
import { useResendWait } from './resend-wait.ts'
import { proveByMessage, type Sent, sendMessage } from './second-factor.ts'

export type TextedCodeFormProps = {
  factorId: string
  sent: Sent
  onSentAgain: (sent: Sent) => void
  onProven: () => unknown
}

/** Asks for the six digits of a text message, and can send another message if none arrived. */
export function TextedCodeForm({ factorId, sent, onSentAgain, onProven }: TextedCodeFormProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [notSent, setNotSent] = useState<string | null>(null)
  const [busy, setBusy] = useState<'proving' | 'sending' | null>(null)
  useSending(busy !== null)
  const wait = useResendWait(sent.at)

  const prove = async (complete: string) => {
    setBusy('proving')
    try {
      const refused = await proveByMessage(factorId, sent.challengeId, complete)
      if (refused === null) return await onProven()
      setWrong(refused)
      setCode('')
    } finally {
      setBusy(null)
    }
  }

  const sendAgain = async () => {
    setBusy('sending')
    setWrong(undefined)
    const { sent: again, problem } = await sendMessage(factorId)
    setBusy(null)
    setNotSent(problem)
    if (again !== null) onSentAgain(again)
  }

  return (
    <div className="flex flex-col gap-5">
      <CodeField
        label="Six-digit code"
        hint="From the text message on your phone. It can take a minute."
        error={wrong}
        value={code}
        disabled={busy !== null}
        onChange={(next) => {
          setCode(next)
          if (next !== '') setWrong(undefined)
        }}
        onComplete={prove}
      />
      {notSent ? <Alert>{notSent}</Alert> : null}
      <Button
        variant="outline"
        size="lg"
        className="w-full tabular-nums"
        busy={busy === 'sending'}
        disabled={wait > 0 || busy !== null}
        onClick={sendAgain}
      >
        {wait > 0 ? `Send another one in ${wait} s` : 'Send another one'}
      </Button>
    </div>
  )
}
