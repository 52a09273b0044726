import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePicker } from '../features/upload/file-picker.tsx'
import { useUploads } from '../features/upload/queues.ts'
import { UploadList } from '../features/upload/upload-list.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OfStory } from './of-story.tsx'

const route = getRouteApi('/app/stories/$storyId/upload')

/** Adds files to a story. */
export function UploadPage() {
  const { storyId } = route.useParams()
  const { queue, items } = useUploads(storyId)
  const allStored = items.length > 0 && items.every((item) => item.state === 'stored')

  return (
    <OfStory storyId={storyId}>
      {(story) => (
        <div className="mx-auto max-w-[760px]">
          <title>{`Add files to ${story.title} · Kinora`}</title>
          <PageHeader title="Add files" subtitle={`They become part of “${story.title}”.`} />
          <div className="flex flex-col gap-6">
            <FilePicker onFiles={(files) => queue.add(files)} />
            {items.length > 0 ? <UploadList queue={queue} items={items} /> : null}
            {items.length > 0 ? (
              <div>
                <Button variant={allStored ? 'default' : 'outline'} size="lg" asChild>
                  <Link to="/app/stories/$storyId" params={{ storyId }}>
                    View Story
                  </Link>
                </Button>
              </div>
            ) : null}
          </div>
        </div>
      )}
    </OfStory>
  )
}
