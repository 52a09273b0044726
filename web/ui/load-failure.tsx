import { sentenceOf } from '../lib/errors.ts'
import { Button } from './button.tsx'
import { useRetry } from './use-retry.ts'

export type LoadFailureProps = {
  /** What was asked. Where an earlier answer is there to be seen, a later one that does not come is nothing to be alarmed by. */
  of: {
    isLoadingError: boolean
    error: Error | null
    refetch: (how: { cancelRefetch: boolean }) => unknown
  }
}

/** In a row of its own: why something could not be loaded, and the way to try again. */
export function LoadFailure({ of: { isLoadingError, error, refetch } }: LoadFailureProps) {
  const { busy, tries, again } = useRetry(() => refetch({ cancelRefetch: false }))
  if (!isLoadingError) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p key={tries} className="text-danger">
        {sentenceOf(error)}
      </p>
      <Button variant="outline" busy={busy} onClick={again}>
        Try again
      </Button>
    </div>
  )
}
