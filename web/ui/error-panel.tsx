import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useRetry } from './use-retry.ts'

export type ErrorPanelProps = {
  title: string
  /** What happened and what is safe. */
  sentence: string
  /** Tries again; if it returns a promise, the button is busy until that settles. */
  onRetry?: () => unknown
  /** Another way on, such as a link back. */
  action?: ReactNode
}

/** Says that something failed: what happened, what is safe, and the next step. */
export function ErrorPanel({ title, sentence, onRetry, action }: ErrorPanelProps) {
  const { busy, tries, again } = useRetry(onRetry)
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-[37.5rem] flex-col items-center gap-4 rounded-card bg-card px-6 py-10 text-center shadow-card"
    >
      <span className="flex size-16 items-center justify-center rounded-full bg-warn-tint text-warn">
        <CloudOff size={32} aria-hidden="true" />
      </span>
      <h2 className="text-lg font-bold">{title}</h2>
      <p key={tries} className="text-muted">
        {sentence}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry ? (
          <Button busy={busy} onClick={again}>
            Try again
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  )
}
