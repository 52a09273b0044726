import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
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
import { ShowMore } from '../ui/show-more.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/app/labs/enhance')

/** Proposes a title, a summary, tags and follow-up questions for a chosen story. None of them takes effect before it is accepted. */
export function EnhancePage() {
  const { story } = route.useSearch()
  return (
    <div className="mx-auto max-w-[53.75rem]">
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

/** A choice of the newest stories, with older ones loaded on demand, and the chosen one however old it is. */
function ChooseStory({ chosen }: { chosen: string | undefined }) {
  const navigate = route.useNavigate()
  const stories = useInfiniteQuery(
    orpc.stories.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: limits.pageSizeMax, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )

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
  const items = stories.data.pages.flatMap((page) => page.items)
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
    <div className="flex flex-col items-start gap-3">
      <Field label="Story" className="w-full">
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
            {chosen === undefined || items.some(({ id }) => id === chosen) ? null : (
              <OlderStory storyId={chosen} />
            )}
          </Select>
        )}
      </Field>
      <ShowMore list={stories} variant="ghost" size="sm">
        List older stories, too
      </ShowMore>
    </div>
  )
}

/**
 * A chosen story that is not among the loaded ones. Its option is rendered before its title is known:
 * a select without an option for its value would show another.
 */
function OlderStory({ storyId }: { storyId: string }) {
  const story = useStory(storyId)
  return (
    <option value={storyId}>
      {story.isUnknown ? 'A story that is gone' : (story.data?.title ?? 'An older story')}
    </option>
  )
}

function Enhance({ storyId }: { storyId: string }) {
  const story = useStory(storyId)
  const navigate = route.useNavigate()

  if (story.isPending) return <Skeleton className="mt-8 h-64" />
  if (story.isUnknown) {
    return (
      <p role="alert" className="mt-8 rounded-card bg-warn-tint p-4 text-warn">
        This story is not here any more. It may have been deleted, or is not shared with you any more. Please
        choose another one above.
      </p>
    )
  }
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
