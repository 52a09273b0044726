import { getRouteApi, Link } from '@tanstack/react-router'
import { mayAdd } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { useUploads } from '../features/uploads/queues.ts'
import { isSafe } from '../features/uploads/upload-queue.ts'
import { UploadsPanel } from '../features/uploads/uploads-panel.tsx'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PlanOf } from '../ui/plan-limit.tsx'
import { OfStory } from './of-story.tsx'
import { StudioLink } from './studio-link.tsx'

const route = getRouteApi('/app/stories/$storyId/upload')

/** Adds files to a story. */
export function UploadPage() {
  const { storyId } = route.useParams()
  const { items } = useUploads(storyId)
  const allStored = items.length > 0 && items.every(isSafe)

  return (
    <OfStory storyId={storyId}>
      {(story) => (
        <div className="mx-auto max-w-[47.5rem]">
          <title>{`Add files to ${story.title} · Kinora`}</title>
          <PageHeader
            title="Add files"
            subtitle={mayAdd(story.role) ? `They become part of “${story.title}”.` : undefined}
          />
          <div className="flex flex-col gap-6">
            <PlanOf isOwn={story.ownerName === null}>
              {/* What was chosen while it could still be added says in its row why it is refused. */}
              {mayAdd(story.role) || items.length > 0 ? (
                <UploadsPanel storyId={storyId} />
              ) : (
                <MayNotAdd story={story} />
              )}
            </PlanOf>
            <div className="flex flex-wrap gap-3">
              {items.length > 0 ? (
                <>
                  <Button variant={allStored ? 'default' : 'outline'} size="lg" asChild>
                    <Link to="/app/stories/$storyId" params={{ storyId }}>
                      View Story
                    </Link>
                  </Button>
                  <Button variant="ghost" size="lg" asChild>
                    <Link to="/app/session-recap" search={{ storyId }}>
                      Finish
                    </Link>
                  </Button>
                </>
              ) : null}
              <StudioLink story={story} mode="upload" />
            </div>
          </div>
        </div>
      )}
    </OfStory>
  )
}

function MayNotAdd({ story: { title, ownerName } }: { story: Story }) {
  return (
    <EmptyState
      drawing={<AlbumDrawing />}
      title="You cannot add files here"
      sentence={`Only ${ownerName || 'whoever keeps it'} can add files to “${title}”. You can send yours there, or begin a story of your own.`}
      action={
        <Button asChild>
          <Link to="/app/stories" search={{ new: 'upload' }}>
            New Story
          </Link>
        </Button>
      }
    />
  )
}
