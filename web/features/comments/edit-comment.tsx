import { useState } from 'react'
import { type Comment, commentText } from '#contract/comments.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { problemOf } from '../../ui/problem.ts'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import { useEditComment } from './use-comments.ts'

/** Says it in other words. */
export function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const [text, setText] = useState(comment.text)
  const save = useEditComment()
  const { storyId, id } = comment
  const { wishToLeave, onKeyDown, question } = useInlineEditor(text, onDone)

  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Edit your comment"
        rule={commentText}
        value={text}
        error={save.isError ? sentenceOf(save.error) : undefined}
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
      <div className="flex gap-3">
        <Button
          disabled={problemOf(commentText, text) !== undefined}
          busy={save.isPending}
          onClick={() => save.mutate({ storyId, id, text: text.trim() }, { onSuccess: onDone })}
        >
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
