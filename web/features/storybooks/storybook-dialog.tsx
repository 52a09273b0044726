import { type FormEvent, useEffect, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { bookDescription, bookTitle } from '#contract/storybooks.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ChooseStories } from './choose-stories.tsx'
import type { ChosenStory } from './use-offered-stories.ts'

/** `id` stays the same while a dialog is open, so that trying again makes no second book. */
export type StorybookDraft = { id: string; title: string; description: string; stories: ChosenStory[] }

export type StorybookDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A book that is there already; a new one otherwise. */
  book?: StorybookDraft
  busy: boolean
  error: string | null
  /** `begun` is what the dialog opened with. */
  onSave: (draft: StorybookDraft, begun: StorybookDraft) => void
}

/** A new storybook, or what an old one is called and holds. */
export function StorybookDialog(props: StorybookDialogProps) {
  const { book, busy, open, onOpenChange } = props
  const [isChanged, setChanged] = useState(false)
  const [asks, setAsks] = useState(false)
  const title = book ? 'Edit Storybook' : 'New Storybook'
  const close = () => {
    setAsks(false)
    setChanged(false)
    onOpenChange(false)
  }
  const wish = () => (isChanged && !busy ? setAsks(true) : close())

  return (
    <>
      <Dialog open={open} onOpenChange={wish} title={title} width="wide">
        {busy && !book ? <Creating /> : null}
        <StorybookForm {...props} onCancel={wish} onChanged={setChanged} />
      </Dialog>
      <ConfirmDialog
        open={open && asks}
        onOpenChange={setAsks}
        title="Discard your changes?"
        description="What you have entered here is not saved yet."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={close}
      />
    </>
  )
}

type StorybookFormProps = StorybookDialogProps & {
  onCancel: () => void
  /** Told whether there is something that closing would lose. */
  onChanged: (isChanged: boolean) => void
}

/** Inside the dialog, so that closing it forgets what was entered; kept while a book is made, in case it fails. */
function StorybookForm({ book, busy, error, onSave, onCancel, onChanged }: StorybookFormProps) {
  const [begun] = useState(() => book ?? nothing())
  const { id } = begun
  const [title, setTitle] = useState(book?.title ?? '')
  const [description, setDescription] = useState(book?.description ?? '')
  const [stories, setStories] = useState<ChosenStory[]>(book?.stories ?? [])
  const isChanged =
    title !== begun.title || description !== begun.description || idsOf(stories) !== idsOf(begun.stories)
  const isReady = title.trim() !== '' && stories.length > 0

  useEffect(() => {
    onChanged(isChanged)
    return () => onChanged(false)
  }, [isChanged, onChanged])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || busy) return
    onSave({ id, title: title.trim(), description: description.trim(), stories }, begun)
  }

  return (
    <Form onSubmit={submit} className={busy && !book ? 'hidden' : 'flex flex-col gap-6'}>
      <Field label="Title" rule={bookTitle} value={title}>
        {(control) => (
          <Input
            {...control}
            required
            autoFocus
            value={title}
            placeholder="Grandma’s harbour years"
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Description"
        optional
        hint="It becomes the dedication on the first page."
        rule={bookDescription}
        value={description}
      >
        {(control) => (
          <Textarea
            {...control}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <ChooseStories chosen={stories} onChange={setStories} />
      {error ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {error}
        </p>
      ) : null}
      <p aria-live="polite" className="text-sm text-muted">
        {isReady ? '' : 'A book needs a title and at least one story.'}
      </p>
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady} busy={busy}>
          {book ? 'Save' : 'Create Storybook'}
        </Button>
      </DialogActions>
    </Form>
  )
}

const nothing = (): StorybookDraft => ({ id: uuidv7(), title: '', description: '', stories: [] })

/** The stories and their order, to compare by. */
export const idsOf = (stories: readonly ChosenStory[]) => stories.map(({ id }) => id).join(' ')

function Creating() {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-12 text-center">
      <Spinner size={44} />
      <p className="font-story text-xl font-semibold">Creating Your Storybook</p>
      <p className="text-muted">The pages are being laid out from your stories.</p>
    </div>
  )
}
