import type { FormEvent } from 'react'
import { likenessText } from '#contract/book-pictures.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/input.tsx'

export type PersonFieldProps = {
  name: string
  text: string
  isUnsaved: boolean
  busy: boolean
  onType: (text: string) => void
  onSave: () => void
}

/** How somebody looks wherever they are drawn. */
export function PersonField({ name, text, isUnsaved, busy, onType, onSave }: PersonFieldProps) {
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
      {isUnsaved ? (
        <Button type="submit" variant="outline" size="sm" busy={busy}>
          Save
          <span className="sr-only"> how {name} looks</span>
        </Button>
      ) : null}
    </Form>
  )
}
