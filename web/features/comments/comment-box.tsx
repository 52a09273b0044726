import { Clock, X } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef, useState } from 'react'
import { commentText, type Moment } from '#contract/comments.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatMoment } from '../../lib/format.ts'
import { createIdForWords } from '../../lib/id-for-words.ts'
import { idOnDevice } from '../../lib/request.ts'
import { commentDraft, useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { problemOf } from '../../ui/problem.ts'
import { type NewComment, useAddComment } from './use-comments.ts'

export type CommentBoxProps = {
  storyId: string
  moment: Moment | null
  /** Whether somebody asked to write here without a moment, so that the box takes the focus, as it does for a moment. */
  isAsked: boolean
  onMomentChange: Dispatch<SetStateAction<Moment | null>>
}

/** By story and person, for the box may be mounted anew between two attempts to send the same words. */
const ids = new Map<string, ReturnType<typeof createIdForWords>>()

/** Where comments are written. Unsent text is kept on this device and survives a reload. */
export function CommentBox({ storyId, moment, isAsked, onMomentChange }: CommentBoxProps) {
  const [text, setText, readText] = useDraft(commentDraft(storyId))
  // As a draft's, its owner stays the same; another person on this device sends the same words as words of their own.
  const [key] = useState(() => `${storyId}.${idOnDevice()}`)
  const idFor = (said: NewComment) => {
    const words = ids.get(key) ?? createIdForWords()
    ids.set(key, words)
    return words.idFor(said)
  }
  const add = useAddComment(storyId, {
    idFor,
    onDeleted: () => ids.delete(key),
    onAdded: (said) => {
      ids.delete(key)
      if (readText().trim() === said.text) setText('')
      // Another moment may have been chosen meanwhile.
      onMomentChange((now) => (now === said.moment ? null : now))
    },
  })
  const box = useRef<HTMLTextAreaElement>(null)
  const canSend = problemOf(commentText, text) === undefined && !add.isPending

  useEffect(() => {
    if (moment || isAsked) box.current?.focus()
  }, [moment, isAsked])

  const send = () => {
    if (!canSend) return
    add.mutate({ storyId, text: text.trim(), moment })
  }
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <PaddedCard className="flex flex-col gap-4">
      <Field
        label="Add a comment"
        rule={commentText}
        value={text}
        error={add.error ? sentenceOf(add.error) : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            placeholder="What does this bring to mind?"
            readOnly={add.isPending}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendWithKeys}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {moment ? (
          <span className="flex items-center gap-2 rounded-full bg-tint ps-4 font-semibold text-leaf">
            <Clock size={20} aria-hidden="true" />
            At {formatMoment(moment.atMs)}
            <Button variant="ghost" size="icon" onClick={() => onMomentChange(null)}>
              <X size={20} aria-hidden="true" />
              <span className="sr-only">Comment on the whole story instead</span>
            </Button>
          </span>
        ) : (
          <span className="text-sm text-muted">Everybody who may see this story can read it.</span>
        )}
        <Button disabled={!canSend && !add.isPending} busy={add.isPending} onClick={send}>
          Add Comment
        </Button>
      </div>
    </PaddedCard>
  )
}
