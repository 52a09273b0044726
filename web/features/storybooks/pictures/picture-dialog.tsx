import { Paintbrush } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { BookPictures, Likeness } from '#contract/book-pictures.ts'
import { limits } from '#contract/limits.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'
import { sentenceOf } from '../../../lib/errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { usePictureActions } from './use-pictures.ts'
import { failureWords, styleNames } from './words.ts'

export type PictureDialogProps = {
  storybookId: string
  pictures: BookPictures
  /** The page to draw for; null while the dialog is closed. */
  pageId: string | null
  onClose: () => void
}

/** Has a picture drawn for a page: in which style, and how the people in it look. */
export function PictureDialog({ storybookId, pictures, pageId, onClose }: PictureDialogProps) {
  const { setStyle, describe, draw, remove, restore } = usePictureActions(storybookId)
  const styleId = useId()
  const drawing = pictures.drawings.find((one) => one.pageId === pageId)
  const actions = [setStyle, describe, draw, remove, restore]
  const error = actions.find((action) => action.isError)?.error
  const close = () => {
    for (const action of actions) action.reset()
    onClose()
  }
  const isDrawing = drawing?.state === 'waiting'

  return (
    <Dialog
      open={pageId !== null}
      onOpenChange={close}
      title="Draw a picture"
      description="An image model draws what the chapter tells. It is given the beginning of the chapter and your descriptions. The page says that a machine drew it, and you can take it away again."
    >
      {error ? <Alert>{sentenceOf(error)}</Alert> : null}
      {drawing?.state === 'failed' ? (
        <Alert>{failureWords[drawing.failure ?? 'BUSY']} The page is as it was.</Alert>
      ) : null}
      <div className="flex flex-col gap-2">
        <label htmlFor={styleId} className="font-semibold">
          Style of this book
        </label>
        <select
          id={styleId}
          className="min-h-12 rounded-card border-2 border-edge bg-card px-4"
          value={pictures.style}
          disabled={setStyle.isPending}
          onChange={(event) => setStyle.mutate(event.target.value as PictureStyle)}
        >
          {Object.entries(styleNames).map(([style, name]) => (
            <option key={style} value={style}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {pictures.people.length > 0 ? (
        <section aria-label="The people" className="flex flex-col gap-4">
          <p className="text-muted">
            How somebody looks is said once and used for every picture: “in her forties, a blue headscarf,
            round glasses”.
          </p>
          {pictures.people.map((person) => (
            <PersonField
              key={person.familyMemberId}
              person={person}
              busy={describe.isPending}
              onSave={(description) =>
                describe.mutate({ familyMemberId: person.familyMemberId, description })
              }
            />
          ))}
        </section>
      ) : (
        <p className="text-muted">
          People can be described once they are named as speakers, or accepted as people of a story.
        </p>
      )}
      {isDrawing ? (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          The picture is being drawn. You can close this and come back.
        </p>
      ) : null}
      {pageId !== null && !isDrawing ? (
        <div className="flex flex-wrap gap-3">
          <Button busy={draw.isPending} onClick={() => draw.mutate(pageId)}>
            <Paintbrush size={20} aria-hidden="true" />
            {drawing?.state === 'done' ? 'Draw it anew' : 'Draw it'}
          </Button>
          {drawing?.state === 'done' ? (
            <Button variant="outline" busy={remove.isPending} onClick={() => remove.mutate(pageId)}>
              Take the picture away
            </Button>
          ) : null}
          {drawing?.state === 'removed' ? (
            <Button variant="outline" busy={restore.isPending} onClick={() => restore.mutate(pageId)}>
              Show the drawn picture again
            </Button>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  )
}

type PersonFieldProps = { person: Likeness; busy: boolean; onSave: (description: string) => void }

function PersonField({ person, busy, onSave }: PersonFieldProps) {
  const [text, setText] = useState(person.description)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(text)
  }
  return (
    <form onSubmit={save} className="flex flex-col items-start gap-2">
      <Field label={`How ${person.name} looks`} optional className="w-full">
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={2}
            maxLength={limits.likeness}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text.trim() === person.description ? null : (
        <Button type="submit" variant="outline" size="sm" busy={busy}>
          Save
          <span className="sr-only"> how {person.name} looks</span>
        </Button>
      )}
    </form>
  )
}
