import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toastError } from '../../ui/toast.tsx'
import { StoryCard, StoryCardSkeleton, storyGrid } from './story-card.tsx'

/** All stories, newest first, loaded page by page. `empty` is shown if there are none. */
export function StoriesList({ empty }: { empty: ReactNode }) {
  const list = useInfiniteQuery(
    orpc.stories.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )

  useEffect(() => {
    if (list.isLoadingError) toastError('Failed to load stories')
  }, [list.isLoadingError])

  if (list.isPending) return <StoriesSkeleton />
  if (list.isError && !list.data) {
    return (
      <ErrorPanel
        title="Your stories could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const stories = list.data?.pages.flatMap((page) => page.items) ?? []
  if (stories.length === 0) return empty

  return (
    <>
      <h2 className="sr-only">All stories</h2>
      <ul className={storyGrid}>
        {stories.map((story) => (
          <li key={story.id}>
            <StoryCard story={story} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="lg" className="mt-10" isCentred />
    </>
  )
}

function StoriesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Your stories are being loaded</span>
      <div className={storyGrid}>
        {['first', 'second', 'third'].map((place) => (
          <StoryCardSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}
