import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PersonStory } from '#contract/family-members.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate, formatStoryDate } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { PaddedCard } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The stories that a person tells, and those that mention them. */
export function PersonStories({
  memberId,
  firstName,
  none,
}: {
  memberId: string
  firstName: string
  /** Shown if there are no stories. */
  none: string
}) {
  const stories = useInfiniteQuery(
    orpc.familyMembers.stories.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: memberId, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  if (stories.isPending) return <Skeleton className="h-48" />
  if (!stories.data) {
    return (
      <ErrorPanel
        title="The stories could not be loaded"
        sentence={sentenceOf(stories.error)}
        onRetry={() => stories.refetch()}
      />
    )
  }
  const told = stories.data.pages.flatMap((page) => page.told)
  const mentioned = stories.data.pages.flatMap((page) => page.mentioned)
  return (
    <PaddedCard aria-labelledby="stories">
      <h2 id="stories" className="mb-4 text-lg font-bold">
        Stories
      </h2>
      {told.length + mentioned.length === 0 ? <p className="text-muted">{none}</p> : null}
      <StoryList title={`Told by ${firstName}`} stories={told} />
      <StoryList title={`${firstName} is mentioned in`} stories={mentioned} />
      <ShowMore list={stories} className="mt-4" />
    </PaddedCard>
  )
}

function StoryList({ title, stories }: { title: string; stories: PersonStory[] }) {
  if (stories.length === 0) return null
  return (
    <section className="mt-2">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul>
        {stories.map((story) => (
          <li key={story.id}>
            <Link
              to="/app/stories/$storyId"
              params={{ storyId: story.id }}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 rounded-card px-2 py-1 hover:bg-foreground/6"
            >
              <span dir="auto" className="max-w-full wrap-anywhere text-leaf underline underline-offset-4">
                {story.title}
              </span>
              <span className="max-w-full text-sm wrap-anywhere text-muted">
                {story.date ? formatStoryDate(story) : `Kept on ${formatDate(story.createdAt)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
