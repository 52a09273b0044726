import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFormState } from './form.tsx'

export const controlStyle =
  'w-full rounded-card border-2 border-edge bg-card px-4 text-base text-foreground transition-colors duration-150 hover:border-foreground focus-visible:border-ring focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger'

/** A single-line text field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const { busy } = useFormState()
  return <input dir="auto" readOnly={busy} className={cn(controlStyle, 'min-h-12', className)} {...rest} />
}

/** A multi-line text field; grows with its text where the browser can do that. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const { busy } = useFormState()
  return (
    <textarea
      dir="auto"
      readOnly={busy}
      className={cn(controlStyle, 'field-sizing-content min-h-28 max-h-[60dvh] resize-y py-3', className)}
      {...rest}
    />
  )
}
