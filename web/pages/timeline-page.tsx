import { Link } from '@tanstack/react-router'
import { TimelineView } from '../features/timeline/timeline-view.tsx'
import { useTimeline } from '../features/timeline/use-timeline.ts'
import { sentenceOf } from '../lib/errors.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { type PagedList, ShowMore } from '../ui/show-more.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Stories and lives on one time axis. */
export function TimelinePage() {
  return (
    <>
      <title>Timeline View · Kinora</title>
      <BackLink to="/app/labs" className="mb-4">
        Back to Labs
      </BackLink>
      <PageHeader
        title="Timeline View"
        subtitle="A story lies at its date, a life from birth to death, as far as they are known."
      />
      <Years />
    </>
  )
}

function Years() {
  const timeline = useTimeline()
  if (timeline.isPending) return <Skeleton className="h-96" />
  if (!timeline.data) {
    return (
      <ErrorPanel
        title="The timeline could not be loaded"
        sentence={sentenceOf(timeline.error)}
        onRetry={() => timeline.refetch()}
      />
    )
  }
  const { lives, told } = timeline.data
  if (lives.length === 0 && told.length === 0) {
    return (
      <EmptyState
        drawing={<AlbumDrawing />}
        title="No years yet"
        sentence="Tell a story, or say when somebody of your family was born: both appear here."
        action={
          <Button size="lg" asChild>
            <Link to="/app/family">Go to your family</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <MoreStories list={timeline.stories} shown={told.length} />
      <TimelineView {...timeline.data} />
    </>
  )
}

/**
 * Says that there are more stories than the timeline shows, and loads them. Placed
 * above it, because that many stories make it very tall.
 */
function MoreStories({ list, shown }: { list: PagedList; shown: number }) {
  if (!list.hasNextPage) return null
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <p>These are the {shown} stories that were added last.</p>
      <ShowMore list={list} />
    </div>
  )
}
