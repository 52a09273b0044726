import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayChange } from '#contract/rights.ts'
import { playableParts } from '../features/stories/playable-part.ts'
import { useStory } from '../features/stories/use-story.ts'
import { AboutStory } from '../features/story-proposals/about-story.tsx'
import { sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Field } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/app/labs/enhance')

/** Title, summary, tags and follow-up questions for a chosen story, each to be accepted or not. Nothing of it counts before. */
export function EnhancePage() {
  const { story } = route.useSearch()
  return (
    <div className="mx-auto max-w-[860px]">
      <title>AI Story Enhancement · Kinora</title>
      <BackLink to="/app/labs" className="mb-4">
        Back to Labs
      </BackLink>
      <PageHeader
        title="AI Story Enhancement"
        subtitle="A title, a summary, tags and questions to ask next, proposed from what was said. You decide about each; nothing is changed before."
      />
      <ChooseStory chosen={story} />
      {story ? <Enhance key={story} storyId={story} /> : null}
    </div>
  )
}

function ChooseStory({ chosen }: { chosen: string | undefined }) {
  const navigate = route.useNavigate()
  const stories = useQuery(orpc.stories.list.queryOptions({ input: { limit: 100 } }))

  if (stories.isPending) return <Skeleton className="h-24" />
  if (!stories.data) {
    return (
      <ErrorPanel
        title="Your stories could not be loaded"
        sentence={sentenceOf(stories.error)}
        onRetry={() => stories.refetch()}
      />
    )
  }
  const { items } = stories.data
  if (items.length === 0) {
    return (
      <EmptyState
        drawing={<AlbumDrawing />}
        title="No stories yet"
        sentence="Record one first; once it is transcribed, it can be read here."
        action={
          <Button size="lg" asChild>
            <Link to="/app/stories" search={{ new: 'recording' }}>
              Record Your First Story
            </Link>
          </Button>
        }
      />
    )
  }
  return (
    <Field label="Story">
      {(control) => (
        <Select
          {...control}
          value={chosen ?? ''}
          onChange={(event) => {
            const { value } = event.target
            navigate({ to: '/app/labs/enhance', search: value === '' ? {} : { story: value } })
          }}
        >
          <option value="">Choose one</option>
          {items.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Enhance({ storyId }: { storyId: string }) {
  const story = useStory(storyId)
  const navigate = route.useNavigate()

  if (story.isPending) return <Skeleton className="mt-8 h-64" />
  if (!story.data) {
    return (
      <div className="mt-8">
        <ErrorPanel
          title="This story could not be loaded"
          sentence={sentenceOf(story.error)}
          onRetry={() => story.refetch()}
        />
      </div>
    )
  }
  const parts = playableParts(story.data)
  const play = (part: string, atMs: number) =>
    navigate({
      to: '/app/stories/$storyId',
      params: { storyId },
      search: { t: Math.floor(atMs / 1000), part },
    })
  return (
    <div className="mt-8 flex flex-col gap-5">
      {parts.length === 0 ? (
        <p className="rounded-card bg-warn-tint p-4 text-warn">
          Nothing was recorded in this story, so there are no words to read. Choose one with a recording.
        </p>
      ) : null}
      <AboutStory
        storyId={storyId}
        mayChange={mayChange(story.data.role)}
        isOwn={story.data.ownerName === null}
        parts={parts}
        onPlay={play}
      />
      <Button variant="outline" className="self-start" asChild>
        <Link to="/app/stories/$storyId" params={{ storyId }}>
          Open the story
        </Link>
      </Button>
    </div>
  )
}
