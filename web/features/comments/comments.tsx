import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Comment, Moment } from '#contract/comments.ts'
import { now } from '../../lib/clock.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConversationDrawing } from '../../ui/drawings/conversation.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CommentBox, type CommentBoxProps } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { standingComments } from './standing-comments.ts'
import { useComments, useRestoreComment } from './use-comments.ts'

export type CommentsProps = CommentBoxProps & {
  onPlay: (moment: Moment) => void
  /** The label of the part that a moment is in, if the story has several. */
  labelOf: (moment: Moment) => string | undefined
}

/** The family's comments on a story. */
export function Comments(props: CommentsProps) {
  const [deleted, setDeleted] = useState<readonly Comment[]>([])
  const without = (all: readonly Comment[], { id }: Comment) => all.filter((one) => one.id !== id)

  return (
    <section aria-label="Comments" className="mx-auto flex max-w-[47.5rem] flex-col gap-6">
      <CommentBox {...props} />
      {deleted.map((comment) => (
        <Deleted
          key={comment.id}
          comment={comment}
          onDone={() => setDeleted((all) => without(all, comment))}
        />
      ))}
      <CommentList
        {...props}
        onDeleted={(comment) => setDeleted((all) => [comment, ...without(all, comment)])}
      />
    </section>
  )
}

function CommentList({
  storyId,
  onPlay,
  labelOf,
  onDeleted,
}: CommentsProps & { onDeleted: (comment: Comment) => void }) {
  const list = useComments(storyId)
  const [reworded, setReworded] = useState<readonly Comment[]>([])
  const now = useEveryMinute()

  if (list.isPending) return <CommentsSkeleton />
  if (!list.data) {
    return (
      <ErrorPanel
        title="The comments could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const onEditing = (comment: Comment, isEdited: boolean) =>
    setReworded((before) => [...before.filter(({ id }) => id !== comment.id), ...(isEdited ? [comment] : [])])
  const loaded = list.data.pages.flatMap((page) => page.items)
  const comments = standingComments(loaded, reworded)
  if (comments.length === 0) {
    return (
      <EmptyState
        drawing={<ConversationDrawing />}
        title="Nobody has said anything yet"
        sentence="A memory of your own, a name you know, or simply a thank you."
      />
    )
  }

  return (
    <>
      <ul className="flex flex-col gap-4">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            partLabel={comment.moment ? labelOf(comment.moment) : undefined}
            now={now}
            onPlay={onPlay}
            onEditing={(isEdited) => onEditing(comment, isEdited)}
            onDeleted={onDeleted}
          />
        ))}
      </ul>
      <ShowMore list={list} size="lg" className="self-center" />
    </>
  )
}

function Deleted({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const restore = useRestoreComment()
  const { storyId, id } = comment

  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 sm:px-6"
    >
      <div className="min-w-0 flex-1">
        <p>{restore.isError ? sentenceOf(restore.error) : 'The comment was deleted.'}</p>
        <p dir="auto" className="line-clamp-1 text-sm text-muted wrap-anywhere">
          {comment.text}
        </p>
      </div>
      <Button
        variant="outline"
        busy={restore.isPending}
        onClick={() => restore.mutate({ storyId, id }, { onSuccess: onDone })}
      >
        <Undo2 size={22} aria-hidden="true" />
        Bring it back
      </Button>
    </div>
  )
}

function CommentsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">The comments are being loaded</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}

/** The current time, updated every minute, so that 'Just now' does not stay for an hour. */
function useEveryMinute(): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return time
}
