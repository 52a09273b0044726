import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type CardEntry, type CardProblems, type KeptCard, keepOf, problemsOf } from '#contract/cards.ts'
import { now } from '../../lib/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSending } from '../../ui/sending.ts'
import { useUnsaved } from '../../ui/unsaved.ts'

type FieldName = keyof CardEntry
const fields: { name: FieldName; label: string; placeholder?: string; numeric?: true; wide?: true }[] = [
  { name: 'number', label: 'Card number', placeholder: '4242 4242 4242 4242', numeric: true, wide: true },
  { name: 'expiry', label: 'Expiry (MM/YY)', placeholder: '12/30', numeric: true },
  { name: 'cvv', label: 'CVV', placeholder: '123', numeric: true },
  { name: 'name', label: 'Cardholder name' },
  { name: 'zip', label: 'ZIP' },
]
const empty: CardEntry = { number: '', expiry: '', cvv: '', name: '', zip: '' }

export type CardFormProps = {
  submitLabel: string
  busy: boolean
  /** The last attempt's error; it is shown only if the attempt was made here, and not in an earlier opening of the dialog. */
  error: string | null
  onCard: (card: KeptCard) => void
}

/**
 * The card form of the test mode. The card data is validated here and does not leave the browser: only the brand and the last four digits
 * are passed on. The browser is asked neither to fill the fields in nor to remember them.
 */
export function CardForm({ submitLabel, busy, error, onCard }: CardFormProps) {
  const [entry, setEntry] = useState(empty)
  const [problems, setProblems] = useState<CardProblems>({})
  const [isSent, setIsSent] = useState(false)
  useUnsaved(entry)
  useSending(busy)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(entry, now())
    setProblems(found)
    const first = fields.find(({ name }) => found[name])
    setIsSent(first === undefined)
    if (first === undefined) return onCard(keepOf(entry))
    const control = event.currentTarget.elements.namedItem(first.name)
    if (control instanceof HTMLElement) control.focus()
  }
  const change = (name: FieldName, value: string) => {
    setEntry({ ...entry, [name]: name === 'expiry' ? withSlash(value, entry.expiry) : value })
    setProblems({ ...problems, [name]: undefined })
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
      <p className="flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
        <FlaskConical className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <strong>Test mode: no money moves.</strong> Please do not type a real card. 4242 4242 4242 4242 with
          any date to come will do; only the last four digits leave this page.
        </span>
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, placeholder, numeric, wide }) => (
          <Field key={name} label={label} error={problems[name]} className={wide ? 'sm:col-span-2' : ''}>
            {(control) => (
              <Input
                {...control}
                name={name}
                required
                autoComplete="off"
                maxLength={name === 'name' ? 100 : 24}
                placeholder={placeholder}
                inputMode={numeric ? 'numeric' : 'text'}
                value={entry[name]}
                onChange={(event) => change(name, event.target.value)}
              />
            )}
          </Field>
        ))}
      </div>
      {isSent && error ? <Alert>{error}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Inserts the slash of the expiry date as the person types. They may also type it, and can delete it again. */
function withSlash(typed: string, before: string): string {
  return /^\d{2}$/.test(typed) && before.length < typed.length ? `${typed}/` : typed.replace('//', '/')
}
