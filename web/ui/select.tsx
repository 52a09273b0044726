import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFormState } from './form.tsx'
import { holdList } from './hold-still.ts'
import { controlStyle } from './input.tsx'

export type SelectProps = ComponentProps<'select'> & {
  /** The choice is being saved: no other can be made, and the list keeps the focus, which a disabled one would lose. */
  busy?: boolean | undefined
}

/**
 * A choice from a list. It is deliberately the browser's own select: on phones it opens the large native picker,
 * which elders know, and it works with every screen reader. It cannot be changed while the form around it is being sent.
 */
export function Select({ className, children, busy, ...rest }: SelectProps) {
  const form = useFormState()
  return (
    <div className={cn('relative', className)}>
      <select
        className={cn(
          controlStyle,
          'min-h-12 appearance-none pe-[3rem] aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
        )}
        {...rest}
        {...(busy || form.busy ? holdList : {})}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </div>
  )
}
