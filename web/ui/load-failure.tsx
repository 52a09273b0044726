import { sentenceOf } from '../lib/errors.ts'
import { Button } from './button.tsx'
import { useRetry } from './use-retry.ts'

export type LoadFailureProps = {
  /** The query. While an earlier answer is shown, a failed refetch is nothing to be alarmed by, so only failed first loads count. */
  of: {
    isLoadingError: boolean
    error: Error | null
    refetch: (how: { cancelRefetch: boolean }) => unknown
  }
}

/** A row that says why something could not be loaded, with a button to try again. */
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
