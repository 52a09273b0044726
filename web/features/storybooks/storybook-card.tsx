import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { drawnByMachine } from '#contract/picture-styles.ts'
import type { StorybookCard as StorybookCardData } from '#contract/storybooks.ts'
import { countOf, formatDate } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BookCover } from './book-cover.tsx'

/** A book in the list: its cover, description, number of stories and date. The whole card is a link. */
export function StorybookCard({ book }: { book: StorybookCardData }) {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: orpc.storybooks.list.key() })
  return (
    <article className="group relative flex h-full flex-col rounded-card transition-transform duration-150 ease-out focus-within:outline-3 focus-within:outline-offset-4 focus-within:outline-ring motion-safe:hover:-translate-y-0.5">
      <BookCover title={book.title} image={book.coverImage} onBroken={renew} />
      {book.isCoverDrawn && book.coverImage ? (
        <p className="mt-2 text-center text-sm text-muted">{drawnByMachine}</p>
      ) : null}
      <h3 dir="auto" className="mt-4 font-story text-lg font-semibold">
        <Link
          to="/app/storybooks/$storybookId"
          params={{ storybookId: book.id }}
          className="line-clamp-2 wrap-anywhere outline-none after:absolute after:inset-0 group-hover:underline"
        >
          {book.title}
        </Link>
      </h3>
      {book.description ? (
        <p dir="auto" className="mt-1 line-clamp-2 text-muted">
          {book.description}
        </p>
      ) : null}
      <p className="mt-1 text-sm text-muted">
        {countOf(book.storyCount, 'story', 'stories')} ·{' '}
        <span className="whitespace-nowrap">{formatDate(book.createdAt)}</span>
      </p>
    </article>
  )
}

/** The placeholder of a card while the list loads. */
export function StorybookCardSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="aspect-[2/3]" />
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-5 w-2/5" />
    </div>
  )
}

/** The grid of books: two columns on a phone, four on a large screen. */
export const bookGrid =
  'grid grid-cols-2 max-[20rem]:grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-3 sm:gap-x-8 xl:grid-cols-4'
