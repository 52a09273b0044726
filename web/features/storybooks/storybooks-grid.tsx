import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { toastError } from '../../ui/toast.tsx'
import { bookGrid, StorybookCard, StorybookCardSkeleton } from './storybook-card.tsx'

/** All storybooks, newest first, loaded page by page. `empty` is shown if there are none. */
export function StorybooksGrid({ empty }: { empty: ReactNode }) {
  const list = useInfiniteQuery(
    orpc.storybooks.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  useEffect(() => {
    if (list.isLoadingError) toastError('Failed to load storybooks')
  }, [list.isLoadingError])

  if (list.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Your storybooks are being loaded</span>
        <div className={bookGrid}>
          {['first', 'second', 'third'].map((place) => (
            <StorybookCardSkeleton key={place} />
          ))}
        </div>
      </div>
    )
  }
  if (list.isError && !list.data) {
    return (
      <ErrorPanel
        title="Your storybooks could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const books = list.data?.pages.flatMap((page) => page.items) ?? []
  if (books.length === 0) return empty
  return (
    <>
      <h2 className="sr-only">All storybooks</h2>
      <ul className={bookGrid}>
        {books.map((book) => (
          <li key={book.id}>
            <StorybookCard book={book} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="lg" className="mt-10" isCentred />
    </>
  )
}
