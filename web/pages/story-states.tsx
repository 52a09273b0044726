import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The panel for a story nobody knows, or that belongs to somebody else. */
export function StoryNotFound() {
  return (
    <>
      <title>Story not found · Kinora</title>
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="Story not found"
        sentence="It may have been deleted, or the address is not quite right."
        action={
          <Button size="lg" asChild>
            <Link to="/app/stories">Back to Stories</Link>
          </Button>
        }
      />
    </>
  )
}

/** The shape of a story while it is on its way. */
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
