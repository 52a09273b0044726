import type { FormEvent } from 'react'
import { likenessText } from '#contract/book-pictures.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { MeanwhileNote } from '../../../ui/meanwhile-note.tsx'
import { useLoss } from '../../../ui/unsaved.ts'

export type PersonFieldProps = {
  name: string
  text: string
  isUnsaved: boolean
  /** What others have saved meanwhile; null if nothing. */
  theirs: string | null
  busy: boolean
  onType: (text: string) => void
  onSave: () => void
}

/** A person's description, used for every drawing of them. */
export function PersonField({ name, text, isUnsaved, theirs, busy, onType, onSave }: PersonFieldProps) {
  // Closing the dialog saves what was typed, but does not overwrite what others saved: in that case it asks before losing the text.
  useLoss(theirs !== null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Form onSubmit={save} busy={busy} className="flex flex-col items-start gap-2">
      <Field label={`How ${name} looks`} optional className="w-full" rule={likenessText} value={text}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={2}
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      {theirs === null ? null : (
        <MeanwhileNote replaced={{ description: theirs }} labels={{ description: `How ${name} looks` }} />
      )}
      {isUnsaved ? (
        <Button type="submit" variant="outline" size="sm" busy={busy}>
          Save
          <span className="sr-only"> how {name} looks</span>
        </Button>
      ) : null}
    </Form>
  )
}
