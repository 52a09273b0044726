import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export type PasswordFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> & ComponentProps<'input'>

/** A password that its owner may look at while typing. */
export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input {...control} {...rest} type={visible ? 'text' : 'password'} className="pe-14" />
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
      )}
    </Field>
  )
}
