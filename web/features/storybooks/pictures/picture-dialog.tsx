import { useEffect, useRef } from 'react'
import type { BookPictures } from '#contract/book-pictures.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'
import { sentenceOf, situationOf } from '../../../lib/errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlanLimit } from '../../../ui/plan-limit.tsx'
import { Select } from '../../../ui/select.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { DrawingActions } from './drawing-actions.tsx'
import { PersonField } from './person-field.tsx'
import { useLikenessDrafts } from './use-likeness-drafts.ts'
import { usePictureActions } from './use-pictures.ts'
import { failureWords, styleNames } from './words.ts'

export type PictureDialogProps = {
  storybookId: string
  pictures: BookPictures
  /** The page to draw a picture for; null while the dialog is closed. */
  pageId: string | null
  onClose: () => void
}

/** Has a picture drawn for a page: its style, and descriptions of the people in it. */
export function PictureDialog({ storybookId, pictures, pageId, onClose }: PictureDialogProps) {
  const { setStyle, describe, draw, remove, restore } = usePictureActions(storybookId)
  const { people } = pictures
  const drafts = useLikenessDrafts(storybookId, people, describe.mutateAsync)
  const drawing = pictures.drawings.find((one) => one.pageId === pageId)
  const actions = [setStyle, describe, draw, remove, restore]
  const error = actions.find((action) => action.isError)?.error
  /** A new attempt clears the previous error. Errors are shown above the form. */
  const attempt = (work: () => Promise<unknown>) => {
    for (const action of actions) if (action.isError) action.reset()
    return work().catch(() => undefined)
  }
  // A draft that cannot be saved is there again when the dialog is reopened.
  const saveTyped = () => drafts.saveDecided().catch(tellUnsaved)
  const close = () => {
    for (const action of actions) if (action.isError) action.reset()
    saveTyped()
    drafts.discardUndecided()
    onClose()
  }
  const latest = useRef(saveTyped)
  useEffect(() => {
    latest.current = saveTyped
  })
  // Going Back on a phone leaves the page along with the dialog, and is to save what was typed, as closing does.
  useEffect(() => () => void latest.current(), [])
  const drawIt = async (id: string) => {
    await drafts.saveAll()
    await draw.mutateAsync({ id, seen: drawing })
  }

  return (
    <Dialog
      open={pageId !== null}
      onOpenChange={close}
      title="Draw a picture"
      description="An image model draws what the chapter tells. It is given the beginning of the chapter and your descriptions. The page says that a machine drew it, and you can take it away again."
    >
      {error && !(drafts.isAnyUndecided && situationOf(error) === 'CONFLICT') ? (
        <Alert>{sentenceOf(error)}</Alert>
      ) : null}
      {situationOf(error) === 'AI_LIMIT_REACHED' ? (
        <PlanLimit title="AI Limit Reached" sentence={sentenceOf(error)} />
      ) : null}
      {drawing?.failure ? <Alert>{failureWords[drawing.failure]} The page is as it was.</Alert> : null}
      <Field label="Style of this book">
        {(control) => (
          <Select
            {...control}
            value={setStyle.isPending ? setStyle.variables : pictures.style}
            onChange={(event) => attempt(() => setStyle.mutateAsync(event.target.value as PictureStyle))}
          >
            {Object.entries(styleNames).map(([style, name]) => (
              <option key={style} value={style}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {people.length > 0 ? (
        <section aria-label="The people" className="flex flex-col gap-4">
          <p className="text-muted">
            How somebody looks is said once and used for every picture: “in her forties, a blue headscarf,
            round glasses”.
          </p>
          {people.map((person) => (
            <PersonField
              key={person.familyMemberId}
              name={person.name}
              text={drafts.textOf(person)}
              isUnsaved={drafts.isUnsaved(person)}
              theirs={drafts.theirsOf(person)}
              busy={describe.isPending && describe.variables === person.familyMemberId}
              onType={(text) => drafts.type(person, text)}
              onSave={() => attempt(() => drafts.saveOne(person))}
            />
          ))}
        </section>
      ) : (
        <p className="text-muted">
          People can be described once they are named as speakers, or accepted as people of a story.
        </p>
      )}
      {pageId === null ? null : (
        <DrawingActions
          state={drawing?.state}
          savesFirst={people.some(drafts.isUnsaved)}
          busy={{
            draw: draw.isPending || describe.isPending,
            remove: remove.isPending,
            restore: restore.isPending,
          }}
          onDraw={() => attempt(() => drawIt(pageId))}
          onRemove={() => attempt(() => remove.mutateAsync(pageId))}
          onRestore={() => attempt(() => restore.mutateAsync(pageId))}
        />
      )}
    </Dialog>
  )
}

function tellUnsaved(failure: unknown): void {
  if (situationOf(failure) === 'CONFLICT') {
    toastError(
      'Somebody else changed how the same person looks meanwhile.',
      'What you wrote is not saved yet: it waits where you draw a picture.',
    )
  } else toastError(sentenceOf(failure))
}
