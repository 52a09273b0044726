import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './input.tsx'

export type PasswordFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> & ComponentProps<'input'>

/** A password field whose text can be shown while typing, and which says when Caps Lock is on. */
export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div>
          <div className="relative">
            <Input
              {...control}
              {...exactly}
              {...rest}
              type={visible ? 'text' : 'password'}
              className="pe-14"
              onKeyDown={look}
              onKeyUp={look}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
              className="absolute end-0.5 top-1/2 flex size-12 -translate-y-1/2 items-center justify-center rounded-full text-muted hover:text-foreground"
            >
              {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
              <span className="sr-only">Show the password</span>
            </button>
          </div>
          <div role="status">
            {capsLock ? (
              <p className="mt-2 text-sm font-semibold">Caps Lock is on: letters are capitals.</p>
            ) : null}
          </div>
        </div>
      )}
    </Field>
  )
}

/**
 * While shown, the password is ordinary text to a keyboard: phones would capitalise its first letter and "correct" it, and some
 * browsers send it away to have its spelling checked. These attributes switch that off.
 */
const exactly = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
