import { MessageSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { endOf } from './phone-number.ts'
import { type PhoneFactor, type Sent, sendMessage } from './second-factor.ts'
import { TextedCodeForm } from './texted-code-form.tsx'

export type PhoneCodeFormProps = { phones: PhoneFactor[]; onProven: (factorId: string) => unknown }

/** Asks for a code sent by text message. It is sent only on request, because each message costs money. */
export function PhoneCodeForm({ phones, onProven }: PhoneCodeFormProps) {
  const [chosen, setChosen] = useState<{ phone: PhoneFactor; sent: Sent } | null>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isBack = useRef(false)

  const send = async (phone: PhoneFactor) => {
    setAsking(phone.id)
    const { sent, problem: refused } = await sendMessage(phone.id)
    setAsking(null)
    setProblem(refused)
    if (sent !== null) setChosen({ phone, sent })
  }

  if (chosen !== null) {
    const { phone, sent } = chosen
    return (
      <div className="flex flex-col gap-3">
        <TextedCodeForm
          factorId={phone.id}
          sent={sent}
          onSentAgain={(again) => setChosen({ phone, sent: again })}
          onProven={() => onProven(phone.id)}
        />
        {phones.length > 1 ? (
          <Button
            variant="ghost"
            onClick={() => {
              isBack.current = true
              setChosen(null)
            }}
          >
            Use another phone
          </Button>
        ) : null}
      </div>
    )
  }
  const [only] = phones.length === 1 ? phones : []
  return (
    <div className="flex flex-col gap-5">
      <p>
        We send a text message with six digits to your phone{only ? <EndOf phone={only} /> : null}.
        {only ? null : ' Which one do you have at hand?'}
      </p>
      {problem ? <Alert>{problem}</Alert> : null}
      {phones.map((phone) => (
        <Button
          key={phone.id}
          // Coming back by keyboard, the focus goes here and not to the top of the page. Once only: this is called at every
          // rendering, and after a refusal Enter would otherwise send a message to the first phone in place of the chosen one.
          ref={(button) => {
            if (button === null || !isBack.current || phone !== phones[0]) return
            isBack.current = false
            button.focus()
          }}
          size="xl"
          className="w-full"
          busy={asking === phone.id}
          disabled={asking !== null}
          onClick={() => send(phone)}
        >
          <MessageSquare aria-hidden="true" />
          {phone === only ? 'Send me a code' : `Send it to ${phone.friendly_name || 'the phone'}`}
        </Button>
      ))}
    </div>
  )
}

function EndOf({ phone: { phone } }: { phone: PhoneFactor }) {
  if (!phone) return null
  return (
    <>
      {' '}
      ending in <span dir="ltr">{endOf(phone)}</span>
    </>
  )
}
