import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect } from 'react'
import { cn } from './cn.ts'
import { useFormState } from './form.tsx'
import { problemOf, type Rule } from './problem.ts'

/** Attributes that a control takes over from its field, so that label, hint and error are announced with it. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The contract's rule for `value`. Too long a text is reported at once, other problems when the form is submitted. */
  rule?: Rule | undefined
  value?: string
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and its error message. */
export function Field({ label, hint, error, rule, value, optional, className, children }: FieldProps) {
  const id = useId()
  const { tried, wrong } = useFormState()
  const found = rule && problemOf(rule, value ?? '')
  const shown = error ?? (found && (tried || found.isTooLong) ? found.sentence : undefined)
  const isWrong = found !== undefined
  useLayoutEffect(() => {
    if (isWrong) wrong.add(id)
    return () => void wrong.delete(id)
  }, [isWrong, wrong, id])

  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint ? hintId : null, shown ? errorId : null].filter(Boolean).join(' ')

  return (
    <div className={cn('flex flex-col gap-2', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': shown ? true : undefined })}
      {hint ? (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      ) : null}
      <div id={errorId} aria-live="polite">
        {shown ? (
          <p className="flex items-start gap-2 text-sm font-semibold text-danger">
            <CircleAlert size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
            {shown}
          </p>
        ) : null}
      </div>
    </div>
  )
}
