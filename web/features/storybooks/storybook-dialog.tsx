import { type FormEvent, type ReactNode, useState } from 'react'
import { bookDescription, bookTitle, type Storybook } from '#contract/storybooks.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { type BookWords, wordsOf } from './book-words.ts'
import { ChooseStories } from './choose-stories.tsx'
import { useUpdateStorybook } from './use-storybooks.ts'

export type NewStorybookDialogProps = {
  personId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  busy: boolean
  error: string | null
  /** `id` stays the same as long as the fields do, so that a retry does not create a second book. */
  onSave: (book: BookWords & { id: string }) => void
}

/** Creates a storybook: title, description and stories. */
export function NewStorybookDialog({ open, onOpenChange, ...form }: NewStorybookDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New Storybook" width="wide">
      <NewStorybook {...form} />
    </Dialog>
  )
}

type NewStorybookProps = Omit<NewStorybookDialogProps, 'open' | 'onOpenChange'>

/**
 * Its state lives inside the dialog, so that closing discards the input; it is kept
 * while the book is being created, in case that fails.
 */
function NewStorybook({ personId, busy, error, onSave }: NewStorybookProps) {
  const { idFor } = useIdForWords()
  const [words, setWords] = useState<BookWords>({ title: '', description: '', stories: [] })
  return (
    <>
      {busy ? <Creating /> : null}
      <StorybookForm
        personId={personId}
        words={words}
        onChange={setWords}
        action="Create Storybook"
        isHidden={busy}
        busy={busy}
        error={error}
        onSave={(ready) => onSave({ ...ready, id: idFor(ready) })}
      />
    </>
  )
}

export type EditStorybookDialogProps = {
  personId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  book: Storybook
}

/** Edits the title, description and stories of a book; an editor of somebody else’s book changes the texts alone. */
export function EditStorybookDialog({ open, onOpenChange, ...edited }: EditStorybookDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Storybook" width="wide">
      <EditStorybook {...edited} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

type EditStorybookProps = Pick<EditStorybookDialogProps, 'personId' | 'book'> & { onDone: () => void }

function EditStorybook({ personId, book, onDone }: EditStorybookProps) {
  const [words, setWords] = useState(() => wordsOf(book))
  const { replaced, update } = useUpdateStorybook(book, setWords)
  const save = (ready: BookWords) =>
    update.mutate(ready, { onSuccess: (outcome) => ('saved' in outcome ? onDone() : undefined) })
  const { stories, ...texts } = replaced
  return (
    <StorybookForm
      personId={personId}
      words={words}
      onChange={setWords}
      choosesStories={book.role === 'owner'}
      // Its stories may all have been deleted since, and its pages stay.
      needsStories={book.role === 'owner' && book.stories.length > 0}
      action="Save"
      busy={update.isPending}
      error={update.isError ? sentenceOf(update.error) : null}
      note={
        <MeanwhileNote
          replaced={{ ...texts, ...(stories ? { stories: stories.map(({ title }) => title) } : {}) }}
          labels={{ title: 'Title', description: 'Description', stories: 'Stories' }}
        />
      }
      onSave={save}
    />
  )
}

type StorybookFormProps = {
  personId: string
  words: BookWords
  onChange: (words: BookWords) => void
  /** Only the owner of the book can see its stories and so choose them. */
  choosesStories?: boolean
  needsStories?: boolean
  action: string
  isHidden?: boolean
  busy: boolean
  error: string | null
  /** A note to read before saving. */
  note?: ReactNode
  onSave: (words: BookWords) => void
}

function StorybookForm(props: StorybookFormProps) {
  const { words, onChange, choosesStories = true, needsStories = true, busy, error, onSave, ...look } = props
  const { title, description, stories } = words
  const isReady = title.trim() !== '' && (!needsStories || stories.length > 0)
  useUnsaved([title, description, stories.map(({ id }) => id)])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !busy) onSave({ title: title.trim(), description: description.trim(), stories })
  }

  return (
    <Form onSubmit={submit} busy={busy} className={look.isHidden ? 'hidden' : 'flex flex-col gap-6'}>
      <Field label="Title" rule={bookTitle} value={title}>
        {(control) => (
          <Input
            {...control}
            required
            autoFocus
            value={title}
            placeholder="Grandma’s harbour years"
            onChange={(event) => onChange({ ...words, title: event.target.value })}
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
            onChange={(event) => onChange({ ...words, description: event.target.value })}
          />
        )}
      </Field>
      {choosesStories ? (
        <ChooseStories
          personId={look.personId}
          chosen={stories}
          onChange={(chosen) => onChange({ ...words, stories: chosen })}
        />
      ) : null}
      {look.note}
      {error ? <Alert>{error}</Alert> : null}
      <p aria-live="polite" className="text-sm text-muted">
        {isReady ? '' : `A book needs a title${needsStories ? ' and at least one story' : ''}.`}
      </p>
      <DialogActions>
        <DialogCancel />
        <Button type="submit" disabled={!isReady} busy={busy}>
          {look.action}
        </Button>
      </DialogActions>
    </Form>
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
