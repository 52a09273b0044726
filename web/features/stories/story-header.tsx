import { CalendarDays, Clock, NotebookPen, Pencil, Trash2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mayChange, mayManage } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { countOf, formatDate, formatLength, formatSpan, formatTypedDate } from '../../lib/format.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteStoryDialog } from './delete-story-dialog.tsx'
import { DownloadButton } from './download-button.tsx'
import { EditStoryDialog } from './edit-story-dialog.tsx'
import { playableParts } from './playable-part.ts'

/** The head of a story: what it is called, when it was told, how long it is, and what can be done with it. */
export function StoryHeader({ story, actions }: { story: Story; actions?: ReactNode }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const [first] = playableParts(story)
  const icon = { size: 20, className: 'shrink-0', 'aria-hidden': true } as const

  return (
    <header className="mb-6">
      <title>{`${story.title} · Kinora`}</title>
      <BackLink to="/app/stories">Back to Stories</BackLink>
      <h1
        dir="auto"
        className="mt-4 max-w-[51.25rem] wrap-anywhere font-story text-2xl font-semibold sm:text-3xl"
        tabIndex={-1}
      >
        {story.title}
      </h1>
      {story.description ? (
        <p dir="auto" className="mt-4 max-w-[45rem] font-story text-base whitespace-pre-line sm:text-lg">
          {story.description}
        </p>
      ) : null}
      <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-muted">
        <li className="flex items-center gap-2">
          <CalendarDays {...icon} />
          {formatTypedDate(story.date) || formatDate(story.createdAt)}
        </li>
        {story.duration > 0 ? (
          <li className="flex items-center gap-2">
            <Clock {...icon} />
            <span aria-hidden="true">{formatLength(story.duration)}</span>
            <span className="sr-only">{formatSpan(story.duration)}</span>
          </li>
        ) : null}
        <li className="flex items-center gap-2">
          <NotebookPen {...icon} />
          {countOf(story.notes.length, 'note')}
        </li>
        {story.ownerName === null ? null : (
          <li className="flex min-w-0 items-center gap-2">
            <UsersRound {...icon} />
            <span className="wrap-anywhere">
              Shared by <bdi>{story.ownerName || 'somebody'}</bdi>
            </span>
          </li>
        )}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        {mayChange(story.role) ? (
          <Button variant="outline" onClick={() => setDialog('edit')}>
            <Pencil size={20} aria-hidden="true" />
            Edit
          </Button>
        ) : null}
        {actions}
        {first ? <DownloadButton mediaId={first.originalMediaId}>Download</DownloadButton> : null}
        {mayManage(story.role) ? (
          <Button variant="ghost" className="ms-auto text-danger!" onClick={() => setDialog('delete')}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </Button>
        ) : null}
      </div>
      <EditStoryDialog story={story} open={dialog === 'edit'} onOpenChange={close} />
      <DeleteStoryDialog story={story} open={dialog === 'delete'} onOpenChange={close} />
    </header>
  )
}
