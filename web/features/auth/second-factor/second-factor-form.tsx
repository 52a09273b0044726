import { KeyRound, LifeBuoy, MessageSquare, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { offerFocus } from '../../../ui/offer-focus.ts'
import { AppCodeForm } from './app-code-form.tsx'
import { KeyForm } from './key-form.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import type { SecondFactors } from './second-factor.ts'

type Way = 'app' | 'key' | 'phone' | 'recovery'

export type SecondFactorFormProps = {
  factors: SecondFactors
  /** The label of the buttons, a verb: 'Log In', 'Switch it off'. */
  action: string
  /** Called with the factor that was used; null if it was a recovery code. */
  onProven: (factorId: string | null) => unknown
}

/** Asks for a second factor of any kind that the person has; below the first kind, buttons switch to the others. */
export function SecondFactorForm({ factors, action, onProven }: SecondFactorFormProps) {
  const ways = waysOf(factors)
  const [chosen, setChosen] = useState<Way | undefined>(ways[0])
  const [wasChanged, setWasChanged] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const { app, keys, phones } = factors
  const others = ways.filter((way) => way !== chosen)

  // The pressed button has been removed, so the focus moves to the part that replaced it.
  useEffect(() => {
    if (wasChanged && chosen) offerFocus(part.current?.querySelector<HTMLElement>('input, button') ?? null)
  }, [wasChanged, chosen])

  const choose = (way: Way) => {
    setWasChanged(true)
    setChosen(way)
  }

  return (
    <div ref={part} className="flex flex-col gap-6">
      {chosen === 'app' && app ? (
        <AppCodeForm factorId={app.id} action={action} onProven={() => onProven(app.id)} />
      ) : null}
      {chosen === 'key' ? <KeyForm keys={keys} onProven={onProven} /> : null}
      {chosen === 'phone' ? <PhoneCodeForm phones={phones} onProven={onProven} /> : null}
      {chosen === 'recovery' ? <RecoveryCodeForm action={action} onProven={() => onProven(null)} /> : null}
      {others.length > 0 ? (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">Or another way:</p>
          {others.map((way) => (
            <Button
              key={way}
              variant="outline"
              size="lg"
              className="w-full justify-start"
              onClick={() => choose(way)}
            >
              {faces[way].icon}
              {faces[way].label}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

const faces: Record<Way, { label: string; icon: ReactNode }> = {
  app: { label: 'Use your authenticator app', icon: <Smartphone aria-hidden="true" /> },
  key: { label: 'Use your security key or passkey', icon: <KeyRound aria-hidden="true" /> },
  phone: { label: 'Use a text message', icon: <MessageSquare aria-hidden="true" /> },
  recovery: { label: 'Use a recovery code', icon: <LifeBuoy aria-hidden="true" /> },
}

/** The app comes first, being what most people have at hand. */
function waysOf({ app, keys, phones, hasRecoveryCodes }: SecondFactors): Way[] {
  return [
    ...(app ? ['app' as const] : []),
    ...(keys.length > 0 ? ['key' as const] : []),
    ...(phones.length > 0 ? ['phone' as const] : []),
    ...(hasRecoveryCodes ? ['recovery' as const] : []),
  ]
}
