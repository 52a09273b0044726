import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { sendConfirmationAgain } from './send-again.ts'

export type SendAgainButtonProps = { email: string; onSent: () => void }

/** Sends the confirmation mail again, for people who did not receive it or have lost it. */
export function SendAgainButton({ email, onSent }: SendAgainButtonProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async () => {
    setBusy(true)
    const refused = await sendConfirmationAgain(email)
    setBusy(false)
    setProblem(refused)
    if (refused === null) onSent()
  }

  return (
    <>
      {problem ? <Alert>{problem}</Alert> : null}
      <Button variant="outline" size="lg" busy={busy} className="w-full" onClick={send}>
        Send the mail again
      </Button>
    </>
  )
}
