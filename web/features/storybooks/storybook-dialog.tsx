import { type FormEvent, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ChooseStories, type ChosenStory } from './choose-stories.tsx'

/** `id` stays the same while a dialog is open, so that trying again makes no second book. */
export type StorybookDraft = { id: string; title: string; description: string; stories: ChosenStory[] }

export type StorybookDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A book that is there already; a new one otherwise. */
  book?: StorybookDraft
  busy: boolean
  error: string | null
  onSave: (draft: StorybookDraft) => void
}

/** A new storybook, or what an old one is called and holds. */
export function StorybookDialog(props: StorybookDialogProps) {
  const title = props.book ? 'Edit Storybook' : 'New Storybook'
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={title} width="wide">
      {props.busy && !props.book ? <Creating /> : null}
      <StorybookForm {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that closing it forgets what was entered; kept while a book is made, in case it fails. */
function StorybookForm({ book, busy, error, onSave, onOpenChange }: StorybookDialogProps) {
  const [id] = useState(() => book?.id ?? uuidv7())
  const [title, setTitle] = useState(book?.title ?? '')
  const [description, setDescription] = useState(book?.description ?? '')
  const [stories, setStories] = useState<ChosenStory[]>(book?.stories ?? [])
  const isReady = title.trim() !== '' && stories.length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !busy) onSave({ id, title: title.trim(), description: description.trim(), stories })
  }

  return (
    <form onSubmit={submit} className={busy && !book ? 'hidden' : 'flex flex-col gap-6'}>
      <Field label="Title">
        {(control) => (
          <Input
            {...control}
            required
            autoFocus
            maxLength={limits.title}
            value={title}
            placeholder="Grandma’s harbour years"
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description" optional hint="It becomes the dedication on the first page.">
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.description}
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
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady} busy={busy}>
          {book ? 'Save' : 'Create Storybook'}
        </Button>
      </DialogActions>
    </form>
  )
}

function Creating() {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-12 text-center">
      <Spinner size={44} />
      <p className="font-story text-xl font-semibold">Creating Your Storybook</p>
      <p className="text-muted">The pages are being laid out from your stories.</p>
    </div>
  )
}
