import { sentenceOf } from '../../../lib/errors.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The pages of a book that have not been loaded. */
export type BookRest = {
  /** How many pages the whole book has. */
  pageCount: number
  /** Why they could not be loaded; null while they are on their way. */
  error: Error | null
  load: () => Promise<unknown>
}

/** Stands in place of a page that has not been loaded, lest the book seem to end before it. */
export function RestOfBook({ rest }: { rest: BookRest }) {
  if (rest.error) {
    return (
      <ErrorPanel
        title="The rest of the book could not be loaded"
        sentence={sentenceOf(rest.error)}
        onRetry={rest.load}
      />
    )
  }
  return (
    <div role="status">
      <span className="sr-only">The rest of the book is being loaded</span>
      <Skeleton className="aspect-[2/3]" />
    </div>
  )
}
