import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BookChapter } from '#contract/book-chapters.ts'
import { limits } from '#contract/limits.ts'
import type { Storybook } from '#contract/storybooks.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { cn } from '../../ui/cn.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { titleSize } from '../../ui/title-size.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { BookCommands, type BookDialog } from './book-commands.tsx'
import { ChaptersDialog } from './chapters/chapters-dialog.tsx'
import { useChapters } from './chapters/use-chapters.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { HeardPassage } from './reader/voice-queue.ts'
import { EditStorybookDialog } from './storybook-dialog.tsx'
import { useStorybookActions } from './use-storybooks.ts'

export type StorybookHeaderProps = {
  /** The person reading the book. */
  personId: string
  book: Storybook
  /** Resolves to the address of the file that plays a recording; null if there is none any more. */
  mediaOf: (passage: HeardPassage) => Promise<string | null>
}

/** The head of a book's page: its title, and the commands for the book as a whole. */
export function StorybookHeader({ personId, book, mediaOf }: StorybookHeaderProps) {
  const [dialog, setDialog] = useState<BookDialog | null>(null)
  const { layOut, remove } = useStorybookActions()
  const navigate = useNavigate()
  const hereNow = useStillHere()
  const isOwn = book.role === 'owner'
  const chapters = useChapters(book.id, isOwn).data
  // Hidden if there is no text model and no chapter was ever written.
  const hasChapters = chapters && (chapters.writes !== null || chapters.chapters.some(isWritten))
  const close = () => {
    setDialog(null)
    for (const action of [layOut, remove]) action.reset()
  }

  const makeAnew = () => layOut.mutate({ id: book.id, baseVersion: book.version }, { onSuccess: close })
  const trash = () => {
    const isStillHere = hereNow()
    // Not in a callback of `mutate`, which would be lost if the live change removes the book's page before the answer arrives.
    return remove.mutateAsync({ id: book.id }).then(
      () => {
        toastSuccess('Storybook deleted successfully')
        if (!isStillHere()) return
        navigate({
          to: '/app/storybooks',
          search: {},
          state: { deletedStorybook: { id: book.id, title: book.title } },
        })
      },
      () => toastError('Failed to delete storybook'),
    )
  }

  return (
    // On a phone the commands are beside the back link, in the tab order as on the screen.
    <header className="mb-6 items-center max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] [&>a]:justify-self-start">
      <title>{`${book.title} · Kinora`}</title>
      {isOwn ? (
        <BackLink to="/app/storybooks" search={{}}>
          Back to Storybooks
        </BackLink>
      ) : (
        <BackLink to="/app/shared">Back to Shared with me</BackLink>
      )}
      <h1
        dir="auto"
        className={cn(
          'col-span-2 mt-4 max-w-[51.25rem] font-story font-semibold wrap-anywhere',
          titleSize(book.title),
        )}
        tabIndex={-1}
      >
        {book.title}
      </h1>
      {isOwn ? null : (
        <p className="col-span-2 mt-2 text-muted">
          Shared by <bdi className="font-semibold wrap-anywhere">{book.ownerName || 'somebody'}</bdi>
        </p>
      )}
      <BookCommands book={book} hasChapters={Boolean(hasChapters)} onOpen={setDialog} />
      <EditStorybookDialog open={dialog === 'edit'} onOpenChange={close} personId={personId} book={book} />
      {hasChapters ? (
        <ChaptersDialog
          storybookId={book.id}
          list={chapters}
          open={dialog === 'chapters'}
          onOpenChange={close}
          mediaOf={mediaOf}
        />
      ) : null}
      <ExportDialog storybookId={book.id} open={dialog === 'export'} onOpenChange={close} />
      <ConfirmDialog
        open={dialog === 'layOut'}
        onOpenChange={close}
        title="Update from stories?"
        description="The pages are made again from the stories as they are now. Pages that somebody edited stay as they are; pages that were taken out come back. Other pages of stories that have been deleted go."
        confirmLabel="Update"
        busy={layOut.isPending}
        error={layOut.error}
        onConfirm={makeAnew}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title="Delete Storybook?"
        description={
          <>
            “{book.title}” goes away; its stories stay. You can bring it back right afterwards; after{' '}
            {limits.trashDays} days it is gone for good.
          </>
        }
        confirmLabel="Delete"
        busy={remove.isPending}
        error={remove.isError ? sentenceOf(remove.error) : null}
        onConfirm={trash}
      />
    </header>
  )
}

const isWritten = ({ isAccepted, isProposed }: BookChapter) => isAccepted || isProposed
