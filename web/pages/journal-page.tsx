import { getRouteApi } from '@tanstack/react-router'
import { JournalEditor } from '../features/stories/journal-editor.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OfStory } from './of-story.tsx'

const route = getRouteApi('/app/stories/$storyId/journal')

/** Writes into a story. */
export function JournalPage() {
  const { storyId } = route.useParams()
  return (
    <OfStory storyId={storyId}>
      {(story) => (
        <>
          <title>{`Journal of ${story.title} · Kinora`}</title>
          <PageHeader title={story.title} subtitle={story.description || 'Journal'} />
          <JournalEditor key={story.id} story={story} />
        </>
      )}
    </OfStory>
  )
}
