import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Story } from '#contract/stories.ts'
import type { Entry } from '../features/journal/entry.ts'
import { Journal } from '../features/journal/journal.tsx'
import { useArrangeStory } from '../features/stories/use-story.ts'
import { sentenceOf } from '../lib/errors.ts'
import { client, orpc } from '../lib/rpc.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OfStory } from './of-story.tsx'
import { StudioLink } from './studio-link.tsx'

const route = getRouteApi('/app/stories/$storyId/journal')

/** Writes into a story, without a camera: one entry after the other. */
export function JournalPage() {
  const { storyId } = route.useParams()
  return (
    <OfStory storyId={storyId}>
      {(story) => (
        <div className="mx-auto max-w-[760px]">
          <title>{`Journal of ${story.title} · Kinora`}</title>
          <PageHeader title={story.title} subtitle={story.description || 'Journal'} />
          <StoryJournal key={story.id} story={story} />
          <div className="mt-8 flex flex-wrap gap-3">
            {story.notes.length > 0 ? (
              <Button variant="outline" size="lg" asChild>
                <Link to="/app/session-recap" search={{ storyId }}>
                  Finish
                </Link>
              </Button>
            ) : null}
            <StudioLink story={story} mode="journal" />
          </div>
        </div>
      )}
    </OfStory>
  )
}

function StoryJournal({ story }: { story: Story }) {
  const queries = useQueryClient()
  const arrange = useArrangeStory(story.id)
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.stories.key() })
  const put = async ({ id, text, timestamp }: Entry) => {
    await client.stories.putNote({ storyId: story.id, id, text, timestamp })
    await refresh()
  }
  const remove = async ({ id }: Entry) => {
    await client.stories.deleteNote({ storyId: story.id, id })
    await refresh()
  }

  return (
    <Journal
      entries={story.notes}
      label={story.notes.length > 0 ? 'Your next entry' : 'Your entry'}
      hint="Write as you would tell it. Nothing has to be finished today."
      draftKey={`kinora.journal.${story.id}`}
      speakers={story.speakers}
      now={null}
      recording={false}
      textClassName="min-h-64 font-story sm:text-lg"
      onPut={put}
      onRemove={remove}
      onArrange={(notes) => arrange.mutateAsync({ notes })}
      problemOf={sentenceOf}
    />
  )
}
