import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { readNumber } from '../second-factor/phone-number.ts'
import { TextedCodeForm } from '../second-factor/texted-code-form.tsx'
import { useOneField } from '../use-one-field.ts'
import { type Begun, isOver } from './begun.ts'
import { beginPhone, type NewPhone } from './phones.ts'

export type AddPhoneDialogProps = {
  /** The enrolment that an earlier opening of this dialog began. */
  kept: Begun<NewPhone>
  onClose: () => void
  /** Called once the first right code was typed: from then on the phone counts. */
  onAdded: () => unknown
}

/** Adds a phone: asks for its number, then for the code sent to it. */
export function AddPhoneDialog({ kept, onClose, onAdded }: AddPhoneDialogProps) {
  const [begun, setBegun] = useState(kept.current)
  const [step, setStep] = useState<'number' | 'code'>(() =>
    kept.current === null || isOver(kept.current) ? 'number' : 'code',
  )
  useEffect(() => {
    kept.current = begun
  }, [kept, begun])

  const begin = async (number: string): Promise<string | null> => {
    // Going back and forth without changing the number keeps the message that was already sent.
    if (begun?.number !== number || isOver(begun)) {
      const begins = await beginPhone(number)
      if ('problem' in begins) {
        setBegun(null)
        return begins.problem
      }
      setBegun(begins)
    }
    setStep('code')
    return null
  }

  return (
    <Dialog
      open
      focusFirstField
      onOpenChange={onClose}
      title="Add a phone"
      description={
        step === 'code' && begun ? (
          <>
            We have sent a text message to <bdi dir="ltr">{begun.number}</bdi>. Please type the six digits in
            it.
          </>
        ) : (
          'Log-in can send six digits to it by text message and ask for them.'
        )
      }
    >
      {step === 'code' && begun ? (
        <>
          <TextedCodeForm
            factorId={begun.factorId}
            sent={begun.sent}
            onSentAgain={(sent) =>
              // The person may have gone on with another number meanwhile.
              setBegun((now) => (now?.factorId === begun.factorId ? { ...now, sent } : now))
            }
            onProven={onAdded}
          />
          <DialogActions>
            <Button variant="outline" onClick={() => setStep('number')}>
              Another number
            </Button>
          </DialogActions>
        </>
      ) : (
        <NumberForm initial={begun?.number ?? ''} begin={begin} />
      )}
    </Dialog>
  )
}

type NumberFormProps = {
  initial: string
  /** Resolves with the sentence to show if it was refused, else null. */
  begin: (number: string) => Promise<string | null>
}

function NumberForm({ initial, begin }: NumberFormProps) {
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const { number, problem: unreadable } = readNumber(typed)
    return number === null ? unreadable : begin(number)
  }, initial)
  const input = useRef<HTMLInputElement>(null)

  // The number field takes the focus, also on the way back from the code.
  useEffect(() => input.current?.focus(), [])

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Field
        label="Phone number"
        hint="With + and the code of your country, such as +49 151 23456789. It is used for these codes only."
        error={problem}
      >
        {(field) => (
          <Input
            {...field}
            {...control}
            ref={input}
            dir="ltr"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+"
            maxLength={40}
          />
        )}
      </Field>
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={busy}>
          Send me a code
        </Button>
      </DialogActions>
    </form>
  )
}
