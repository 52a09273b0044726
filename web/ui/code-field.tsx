import { useEffect, useRef } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const digits = 6

export type CodeFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  disabled?: boolean
  required?: boolean
  /** Takes the focus as soon as it appears; false where something has to be read first. */
  takesFocus?: boolean
  onChange: (code: string) => void
  /** Called when the sixth digit has been entered: typed, pasted or filled in by the device. */
  onComplete?: (code: string) => void
}

/** One field for a six-digit code from an app or a mail; other characters pasted with it are dropped. */
export function CodeField({ takesFocus = true, ...props }: CodeFieldProps) {
  const { label, hint, error, value, disabled, required, onChange, onComplete } = props
  const input = useRef<HTMLInputElement>(null)
  const wasSent = useRef(false)

  // Also when the field is enabled again after a wrong code, so that the next one can be typed at once.
  useEffect(() => {
    if (!disabled && (takesFocus || wasSent.current)) input.current?.focus()
    if (disabled) wasSent.current = true
  }, [disabled, takesFocus])

  const take = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, digits)
    onChange(code)
    if (code.length === digits && code !== value) onComplete?.(code)
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          dir="ltr"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          placeholder="000000"
          value={value}
          disabled={disabled}
          required={required}
          onChange={(event) => take(event.target.value)}
          className="min-h-16 text-center text-xl tracking-[0.35em] tabular-nums placeholder:opacity-40"
        />
      )}
    </Field>
  )
}
