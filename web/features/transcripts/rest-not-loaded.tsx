import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Below the lines that are there: why the others are not, and a way to ask for them again. */
export function RestNotLoaded({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 pt-6 print:hidden">
      <Alert>The rest of the transcript could not be loaded. {sentenceOf(failure)}</Alert>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
