import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { problemOf, type Rule } from '../../ui/problem.ts'
import { withEntry } from './names.ts'

export type EntriesFieldProps = {
  label: string
  addLabel: string
  entries: string[]
  /** The text being typed, which is not an entry yet. */
  entered: string
  /** The contract's rule for each entry. */
  rule: Rule
  entriesMax: number
  placeholder?: string
  onChange: (entries: string[]) => void
  onEnter: (entered: string) => void
}

/** A list of names or words. Each can be removed; more are added by Enter or the button. */
export function EntriesField(props: EntriesFieldProps) {
  const { label, addLabel, entries, entered, rule, entriesMax, placeholder, onChange, onEnter } = props
  const input = useRef<HTMLInputElement>(null)
  const isFull = entries.length >= entriesMax
  const entering = entered.trim() === '' ? undefined : rule
  const isWrong = entering !== undefined && problemOf(entering, entered) !== undefined

  const add = () => {
    if (isWrong) return
    onChange(withEntry(entries, entered))
    onEnter('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold">{label}</legend>
      {entries.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li
              key={entry}
              className="flex min-h-12 max-w-full items-center rounded-full bg-tint ps-4 text-leaf"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {entry}
              </span>
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                onClick={() => onChange(entries.filter((other) => other !== entry))}
                className="flex size-12 shrink-0 items-center justify-center rounded-full hover:bg-foreground/8"
              >
                <X size={20} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex items-end gap-3">
        <Field
          label={addLabel}
          className="min-w-0 flex-1"
          rule={entering}
          value={entered}
          hint={isFull ? `${entriesMax} are as many as one story can hold.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={entered}
              disabled={isFull}
              placeholder={placeholder}
              onChange={(event) => onEnter(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <Button
          variant="outline"
          className="mb-2"
          disabled={isFull || entering === undefined || isWrong}
          onClick={add}
        >
          <Plus size={20} aria-hidden="true" />
          Add
          <span className="sr-only"> to {label.toLowerCase()}</span>
        </Button>
      </div>
    </fieldset>
  )
}
