import { Pencil, Play, Trash2 } from 'lucide-react'
import type { Comment, Moment } from '#contract/comments.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate, formatMoment, formatRelative, formatTime } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useInPlace } from '../../ui/use-inline-editor.ts'
import { EditComment } from './edit-comment.tsx'
import { useDeleteComment } from './use-comments.ts'

export type CommentItemProps = {
  comment: Comment
  /** The label of the part that the moment is in; undefined if the story has a single part. */
  partLabel: string | undefined
  now: Date
  onPlay: (moment: Moment) => void
  onEditing: (isEdited: boolean) => void
  onDeleted: (comment: Comment) => void
}

/** One comment: author, time, text, and the moment of the recording it is about. */
export function CommentItem({ comment, partLabel, now, onPlay, onEditing, onDeleted }: CommentItemProps) {
  const { isEditing, begin, end, opener } = useInPlace()
  const remove = useDeleteComment()
  const { id, storyId, moment } = comment
  const author = comment.author || 'Somebody'
  const edit = () => {
    onEditing(true)
    begin()
  }
  const leave = () => {
    onEditing(false)
    end()
  }

  return (
    <li className="flex gap-4 rounded-card bg-card p-5 shadow-card">
      <Avatar name={author} size="sm" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span dir="auto" className="font-bold wrap-anywhere">
            {author}
          </span>
          <time
            dateTime={comment.createdAt}
            title={`${formatDate(comment.createdAt)}, ${formatTime(comment.createdAt)}`}
            className="text-sm text-muted"
          >
            {formatRelative(comment.createdAt, now)}
          </time>
          {comment.editedAt ? <span className="text-sm text-muted">edited</span> : null}
        </p>
        {moment ? (
          <Button variant="secondary" size="sm" className="self-start" onClick={() => onPlay(moment)}>
            <Play size={18} aria-hidden="true" />
            <span className="sr-only">Play from</span>
            {partLabel ? `${partLabel}, ` : null}
            {formatMoment(moment.atMs)}
          </Button>
        ) : null}
        {isEditing ? (
          <EditComment comment={comment} onDone={leave} />
        ) : (
          <p dir="auto" className="max-w-[45rem] whitespace-pre-line wrap-anywhere">
            {comment.text}
          </p>
        )}
        {remove.isError ? (
          <p role="alert" className="text-sm font-semibold text-danger">
            {sentenceOf(remove.error)}
          </p>
        ) : null}
        {isEditing || !(comment.mayEdit || comment.mayDelete) ? null : (
          <div className="-ms-4 -mb-2 flex flex-wrap justify-between">
            {comment.mayEdit ? (
              <Button variant="ghost" size="sm" ref={opener} onClick={edit}>
                <Pencil size={18} aria-hidden="true" />
                Edit
                <span className="sr-only">your comment</span>
              </Button>
            ) : (
              <span />
            )}
            {comment.mayDelete ? (
              <Button
                variant="ghost"
                size="sm"
                className="text-danger!"
                busy={remove.isPending}
                // Not in a callback of `mutate`, which would be lost if the live change removes this row before the answer arrives.
                onClick={() =>
                  remove.mutateAsync({ storyId, id }).then(
                    () => onDeleted(comment),
                    () => undefined,
                  )
                }
              >
                <Trash2 size={18} aria-hidden="true" />
                Delete
                <span className="sr-only">the comment of {author}</span>
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </li>
  )
}
