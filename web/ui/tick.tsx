import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFormState } from './form.tsx'

export type TickProps = ComponentProps<'input'> & { type: 'checkbox' | 'radio' }

/** A checkbox or radio button whose label is part of the target. It cannot be changed while its form is being sent. */
export function Tick({ className, children, ...rest }: TickProps) {
  const { busy } = useFormState()
  return (
    <label className={cn('flex min-h-12 items-center gap-3', className)}>
      <input
        aria-disabled={busy || undefined}
        className="size-6 shrink-0 accent-ring aria-disabled:opacity-55"
        {...rest}
      />
      {children}
    </label>
  )
}
