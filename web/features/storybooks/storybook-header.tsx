import { Link, useNavigate } from '@tanstack/react-router'
import { BookOpenText, Download, Pencil, RefreshCw, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { BookChapter } from '#contract/book-chapters.ts'
import { limits } from '#contract/limits.ts'
import { mayChange, mayManage } from '#contract/rights.ts'
import type { Storybook } from '#contract/storybooks.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { titleSize } from '../../ui/title-size.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { ChaptersDialog } from './chapters/chapters-dialog.tsx'
import { useChapters } from './chapters/use-chapters.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { HeardPassage } from './reader/voice-queue.ts'
import { EditStorybookDialog } from './storybook-dialog.tsx'
import { useStorybookActions } from './use-storybooks.ts'

export type StorybookHeaderProps = {
  /** Whoever reads it. */
  personId: string
  book: Storybook
  /** The file that plays a recording of a story; null when there is none any more. */
  mediaOf: (passage: HeardPassage) => Promise<string | null>
}

/** The head of a book: its title, and what can be done with it as a whole. */
export function StorybookHeader({ personId, book, mediaOf }: StorybookHeaderProps) {
  const [dialog, setDialog] = useState<'edit' | 'chapters' | 'export' | 'layOut' | 'delete' | null>(null)
  const { layOut, remove } = useStorybookActions()
  const navigate = useNavigate()
  const hereNow = useStillHere()
  const isOwn = book.role === 'owner'
  const chapters = useChapters(book.id, isOwn).data
  // Where nothing writes, and nothing was written, there is nothing to be said about it.
  const hasChapters = chapters && (chapters.writes !== null || chapters.chapters.some(isWritten))
  const close = () => {
    setDialog(null)
    for (const action of [layOut, remove]) action.reset()
  }

  const makeAnew = () => layOut.mutate({ id: book.id, baseVersion: book.version }, { onSuccess: close })
  const trash = () => {
    const isStillHere = hereNow()
    // Not by a callback of mutate: the news may take the book's page away before the answer comes.
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
    <header className="mb-6">
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
        className={cn('mt-4 max-w-[51.25rem] font-story font-semibold wrap-anywhere', titleSize(book.title))}
        tabIndex={-1}
      >
        {book.title}
      </h1>
      {isOwn ? null : (
        <p className="mt-2 text-muted">
          Shared by <bdi className="font-semibold wrap-anywhere">{book.ownerName || 'somebody'}</bdi>
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        {mayChange(book.role) ? (
          <Button variant="outline" onClick={() => setDialog('edit')}>
            <Pencil size={20} aria-hidden="true" />
            Edit
          </Button>
        ) : null}
        {isOwn ? (
          <>
            {hasChapters ? (
              <Button variant="outline" onClick={() => setDialog('chapters')}>
                <BookOpenText size={20} aria-hidden="true" />
                Chapters
              </Button>
            ) : null}
            <Button variant="outline" onClick={() => setDialog('export')}>
              <Download size={20} aria-hidden="true" />
              Download
            </Button>
          </>
        ) : null}
        {mayManage(book.role) ? (
          <Button variant="outline" asChild>
            <Link to="/app/sharing-options" search={{ type: 'storybook', id: book.id }}>
              <Share2 size={20} aria-hidden="true" />
              Share
            </Link>
          </Button>
        ) : null}
        {isOwn ? (
          <Button
            variant="outline"
            // The widest: where there are buttons in pairs, those stay together.
            className={hasChapters ? '' : 'max-sm:order-last'}
            onClick={() => setDialog('layOut')}
          >
            <RefreshCw size={20} aria-hidden="true" />
            Update from stories
          </Button>
        ) : null}
        {mayManage(book.role) ? (
          <Button variant="ghost" className="ms-auto text-danger!" onClick={() => setDialog('delete')}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </Button>
        ) : null}
      </div>
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
        description="The pages are made anew from the stories as they are now. Pages that somebody edited stay as they are; pages that were taken out come back."
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
