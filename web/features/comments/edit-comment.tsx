import { useState } from 'react'
import { type Comment, commentText } from '#contract/comments.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { rewordingOf } from '../../lib/own-rewording.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { problemOf } from '../../ui/problem.ts'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import { useEditComment } from './use-comments.ts'

/** Edits the text of a comment. */
export function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const [begun] = useState(comment.text)
  const [text, setText] = useState(comment.text)
  const [sent, setSent] = useState<readonly string[]>([])
  const [hasTried, setHasTried] = useState(false)
  const save = useEditComment()
  const { storyId, id } = comment
  const { wishToLeave, onKeyDown, question } = useInlineEditor(text, onDone)
  // The comment was changed on another device: that text is shown first, and replaced only if the person saves again.
  const { was, isOther } = rewordingOf({ begun, now: comment.text, typed: text.trim(), sent })
  const showsTheirs = isOther && hasTried
  const submit = () => {
    setHasTried(true)
    if (isOther && !showsTheirs) return
    setSent([...sent, text.trim()])
    save.mutate(
      { storyId, id, text: text.trim(), was: showsTheirs ? comment.text : was },
      { onSuccess: onDone },
    )
  }

  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Edit your comment"
        rule={commentText}
        value={text}
        error={save.isError && !showsTheirs ? sentenceOf(save.error) : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            readOnly={save.isPending}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {showsTheirs ? (
        <MeanwhileNote replaced={{ text: comment.text }} labels={{ text: 'The comment' }} />
      ) : null}
      <div className="flex gap-3">
        <Button disabled={problemOf(commentText, text) !== undefined} busy={save.isPending} onClick={submit}>
          Save
        </Button>
        <Button variant="ghost" onClick={wishToLeave}>
          Cancel
        </Button>
      </div>
      {question}
    </div>
  )
}
