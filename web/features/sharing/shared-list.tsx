import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ResourceType, SharedStory, SharedStorybook } from '#contract/sharing.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { resourceWords } from './resource-words.ts'
import { roleWords } from './role-words.ts'
import { useRevoke, useSharedStorybooks, useSharedWithMe } from './use-sharing.ts'

export type SharedListProps = {
  empty: ReactNode
  /** How a story is drawn; the page joins this list with the cards. */
  card: (story: SharedStory) => ReactNode
  bookCard: (book: SharedStorybook) => ReactNode
}

/** Stories and storybooks that others share with the person. */
export function SharedList({ empty, card, bookCard }: SharedListProps) {
  const list = useSharedWithMe()
  const bookList = useSharedStorybooks()
  if (list.isPending || bookList.isPending) {
    return (
      <div role="status" className={grid}>
        <span className="sr-only">What is shared with you is being loaded</span>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (!list.data || !bookList.data) {
    return (
      <ErrorPanel
        title="What is shared with you could not be loaded"
        sentence={sentenceOf(list.error ?? bookList.error)}
        onRetry={() => {
          list.refetch()
          bookList.refetch()
        }}
      />
    )
  }

  const stories = list.data.pages.flatMap((page) => page.items)
  const books = bookList.data.pages.flatMap((page) => page.items)
  if (stories.length === 0 && books.length === 0) return empty
  return (
    <>
      <SharedBooks books={books} list={bookList} card={bookCard} />
      {stories.length > 0 ? (
        <h2 className={books.length > 0 ? heading : 'sr-only'}>Stories shared with you</h2>
      ) : null}
      <ul className={grid}>
        {stories.map((story) => (
          <li key={story.shareId} className="flex flex-col gap-2">
            <div className="flex-1">{card(story)}</div>
            <SharedBy type="story" shared={story} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="mt-10 flex justify-center">
          <Button
            variant="outline"
            size="lg"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}

const grid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3'

const heading = 'mt-12 mb-5 text-xl font-bold'

type SharedBooksProps = {
  books: SharedStorybook[]
  list: ReturnType<typeof useSharedStorybooks>
  card: (book: SharedStorybook) => ReactNode
}

function SharedBooks({ books, list, card }: SharedBooksProps) {
  if (books.length === 0) return null
  return (
    <>
      <h2 className={`${heading} mt-0`}>Storybooks shared with you</h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-9 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {books.map((book) => (
          <li key={book.shareId} className="flex flex-col gap-2">
            <div className="flex-1">{card(book)}</div>
            <SharedBy type="storybook" shared={book} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="mt-10 flex justify-center">
          <Button
            variant="outline"
            size="lg"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more storybooks
          </Button>
        </div>
      ) : null}
    </>
  )
}

type SharedByProps = { type: ResourceType; shared: SharedStory | SharedStorybook }

function SharedBy({ type, shared: story }: SharedByProps) {
  const [leaving, setLeaving] = useState(false)
  const giveUp = useRevoke({ resourceType: type, resourceId: story.id })

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 ps-2">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        Shared by <bdi className="font-semibold wrap-anywhere">{story.ownerName || 'somebody'}</bdi>.{' '}
        {roleWords[story.role].may}
      </p>
      <Button variant="ghost" size="sm" onClick={() => setLeaving(true)}>
        <LogOut size={18} aria-hidden="true" />
        Leave
        <span className="sr-only">“{story.title}”</span>
      </Button>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={`Leave this ${resourceWords[type]}?`}
        description={`“${story.title}” goes from your list. Only ${story.ownerName || 'its owner'} can share it with you again.`}
        confirmLabel="Leave it"
        busy={giveUp.isPending}
        error={giveUp.isError ? sentenceOf(giveUp.error) : null}
        onConfirm={() => giveUp.mutate(story.shareId, { onSuccess: () => toastSuccess('Access revoked') })}
      />
    </div>
  )
}
