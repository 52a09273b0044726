import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useFormState } from './form.tsx'

export type SwitchProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch whose label is part of the target. The thumb's position and a mark show the state, not colour alone. */
export function Switch({ label, hint, checked, onCheckedChange, ...rest }: SwitchProps) {
  const id = useId()
  const { busy } = useFormState()
  const disabled = rest.disabled || busy
  return (
    <div className="flex min-h-12 items-center justify-between gap-6">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <div id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </div>
        ) : null}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        // Not `disabled`, which would lose the focus while a change is being saved.
        aria-disabled={disabled}
        onCheckedChange={(wanted) => (disabled ? undefined : onCheckedChange(wanted))}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-9 w-16 shrink-0 rounded-full border-2 border-edge bg-card transition-colors after:absolute after:-inset-2 data-[state=checked]:border-primary-dark data-[state=checked]:bg-primary forced-colors:data-[state=checked]:bg-[Highlight] aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      >
        <Radix.Thumb className="block size-6 translate-x-1 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-8 data-[state=checked]:bg-ink forced-colors:bg-[ButtonText] forced-colors:data-[state=checked]:bg-[HighlightText] rtl:-translate-x-1 rtl:data-[state=checked]:-translate-x-8" />
      </Radix.Root>
    </div>
  )
}
