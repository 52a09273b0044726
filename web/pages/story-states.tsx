import { Link } from '@tanstack/react-router'
import { useIsOthers } from '../features/stories/use-story.ts'
import { sentenceOf } from '../lib/errors.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WordsLeft } from './words-left.tsx'

/** Shown for an unknown story, or for somebody else's that this person may not see, or no longer. */
export function StoryNotFound({ storyId }: { storyId: string }) {
  const isOthers = useIsOthers(storyId)
  return (
    <>
      <title>Story not found · Kinora</title>
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="Story not found"
        sentence={
          isOthers
            ? 'It may have been deleted, or is not shared with you any more.'
            : 'It may have been deleted, or the address is not quite right.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {isOthers ? null : (
              <Button size="lg" asChild>
                <Link to="/app/stories">Back to Stories</Link>
              </Button>
            )}
            <Button size="lg" variant={isOthers ? 'default' : 'outline'} asChild>
              <Link to="/app/shared">{isOthers ? 'Back to Shared with me' : 'Shared with me'}</Link>
            </Button>
            {isOthers ? null : (
              <Button size="lg" variant="outline" asChild>
                <Link to="/app/trash">Look in the Trash</Link>
              </Button>
            )}
          </div>
        }
      />
      <WordsLeft storyId={storyId} />
    </>
  )
}

/** Shown if a story could not be loaded, with a link back to the list that it belongs to. */
export function StoryNotLoaded({
  storyId,
  error,
  onRetry,
}: {
  storyId: string
  error: Error
  onRetry: () => void
}) {
  return (
    <>
      <title>Story · Kinora</title>
      {useIsOthers(storyId) ? (
        <BackLink to="/app/shared">Back to Shared with me</BackLink>
      ) : (
        <BackLink to="/app/stories">Back to Stories</BackLink>
      )}
      <ErrorPanel title="This story could not be loaded" sentence={sentenceOf(error)} onRetry={onRetry} />
    </>
  )
}

/** The placeholder of a story while it loads. */
export function StorySkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <title>Story · Kinora</title>
      <h1 className="sr-only">The story is being loaded</h1>
      <Skeleton className="h-12 w-44" />
      <Skeleton className="h-12 w-3/4 max-w-[38.75rem]" />
      <Skeleton className="h-6 w-1/2 max-w-[26.25rem]" />
      <Skeleton className="mt-6 h-14" />
      <Skeleton className="mx-auto aspect-video w-full max-w-[60rem]" />
    </div>
  )
}
