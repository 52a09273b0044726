import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import {
  type BookPage,
  type PageContent,
  type PageEdit,
  pageCaption,
  pageLine,
  pageText,
  pageTitle,
  passageText,
} from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../../lib/errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { MeanwhileNote } from '../../../ui/meanwhile-note.tsx'
import type { Rule } from '../../../ui/problem.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { useStorybookActions } from '../use-storybooks.ts'
import { ChooseCover } from './choose-cover.tsx'
import type { CoverPicture } from './cover-pictures.ts'
import { editLabels, wordsOfEdit } from './edit-words.ts'
import { RemovedPageNote } from './removed-page-note.tsx'
import { useEditPage } from './use-edit-page.ts'

export type EditPageDialogProps = {
  storybookId: string
  page: BookPage | null
  /** The pictures that the cover can show. */
  pictures: readonly CoverPicture[]
  onClose: () => void
}

/** Edits the text of a page, or removes the page from the book. */
export function EditPageDialog({ storybookId, page, pictures, onClose }: EditPageDialogProps) {
  const [removed, setRemoved] = useState<readonly BookPage[]>([])
  // The mutation is held here and not in the form: the form closes, and the page can be restored after that.
  const { removePage } = useStorybookActions()
  const takeOut = (one: BookPage) =>
    removePage.mutate(
      { storybookId, id: one.id },
      {
        onSuccess: () => {
          setRemoved((all) => [one, ...without(all, one)])
          onClose()
        },
      },
    )

  return (
    <>
      {removed.map((one) => (
        <RemovedPageNote
          key={one.id}
          storybookId={storybookId}
          page={one}
          onDone={() => setRemoved((all) => without(all, one))}
        />
      ))}
      <Dialog open={page !== null} onOpenChange={onClose} title="Edit page" width="wide">
        {page ? (
          <EditPageForm
            key={page.id}
            storybookId={storybookId}
            page={page}
            pictures={pictures}
            onClose={onClose}
            removal={ofPage(removePage, page.id)}
            onRemove={() => takeOut(page)}
          />
        ) : null}
      </Dialog>
    </>
  )
}

const without = (pages: readonly BookPage[], { id }: BookPage) => pages.filter((page) => page.id !== id)

type Removal = { isPending: boolean; error: Error | null }

/** What has become of taking out this page: that another could not be taken out stands in the dialog of that one alone. */
export const ofPage = (
  { variables, isPending, error }: Removal & { variables: { id: string } | undefined },
  id: string,
): Removal => (variables?.id === id ? { isPending, error } : { isPending: false, error: null })

type FormProps = {
  storybookId: string
  page: BookPage
  pictures: readonly CoverPicture[]
  onClose: () => void
  removal: Removal
  onRemove: () => void
}

export function EditPageForm({ storybookId, page, pictures, onClose, removal, onRemove }: FormProps) {
  const [draft, setDraft] = useState(() => asEdit(page.content))
  const { replaced, editPage } = useEditPage(storybookId, page, asEdit, setDraft)
  useUnsaved(draft)
  const failure = editPage.error ?? removal.error

  const submit = (event: FormEvent) => {
    event.preventDefault()
    editPage.mutate(draft, { onSuccess: (outcome) => ('saved' in outcome ? onClose() : undefined) })
  }

  return (
    // Also while its page is being taken out: the answer closes the dialog, and by then another page could be open in it.
    <Form onSubmit={submit} busy={editPage.isPending || removal.isPending} className="flex flex-col gap-6">
      <PageFields draft={draft} onChange={setDraft} />
      {draft.kind === 'cover' ? (
        <ChooseCover
          pictures={pictures}
          chosen={draft.pictureId}
          onChange={(pictureId) => setDraft({ ...draft, pictureId })}
        />
      ) : null}
      <MeanwhileNote replaced={wordsOfEdit(replaced, pictures)} labels={editLabels} />
      {failure ? <Alert>{sentenceOf(failure)}</Alert> : null}
      <DialogActions>
        {draft.kind === 'cover' ? null : (
          <Button
            variant="ghost"
            className="me-auto text-danger!"
            busy={removal.isPending}
            onClick={onRemove}
          >
            <Trash2 size={20} aria-hidden="true" />
            Take page out
          </Button>
        )}
        <DialogCancel />
        <Button type="submit" busy={editPage.isPending} disabled={removal.isPending}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

type FieldsProps = { draft: PageEdit; onChange: (draft: PageEdit) => void }

function PageFields({ draft, onChange }: FieldsProps) {
  switch (draft.kind) {
    case 'cover':
    case 'chapter':
      return (
        <>
          <Line
            label="Title"
            rule={pageTitle}
            value={draft.title}
            required
            onChange={(title) => onChange({ ...draft, title })}
          />
          <Line
            label="Below the title"
            rule={pageLine}
            value={draft.subtitle}
            onChange={(subtitle) => onChange({ ...draft, subtitle })}
          />
        </>
      )
    case 'photo':
      return (
        <Line
          label="Caption"
          rule={pageCaption}
          value={draft.caption}
          onChange={(caption) => onChange({ ...draft, caption })}
        />
      )
    case 'dedication':
    case 'closing':
      return (
        <Field label="Text" rule={pageText} value={draft.text}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              rows={6}
              value={draft.text}
              onChange={(event) => onChange({ ...draft, text: event.target.value })}
            />
          )}
        </Field>
      )
    case 'text':
      return <PassageFields draft={draft} onChange={onChange} />
  }
}

type LineProps = {
  label: string
  rule: Rule
  value: string
  required?: boolean
  onChange: (value: string) => void
}

function Line({ label, rule, value, required, onChange }: LineProps) {
  return (
    <Field label={label} optional={!required} rule={rule} value={value}>
      {(control) => (
        <Input
          {...control}
          dir="auto"
          required={required ?? false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type TextEdit = Extract<PageEdit, { kind: 'text' }>

function PassageFields({ draft, onChange }: { draft: TextEdit; onChange: (draft: PageEdit) => void }) {
  const { passages } = draft
  const set = (id: string, text: string) =>
    onChange({ ...draft, passages: passages.map((each) => (each.id === id ? { id, text } : each)) })
  const remove = (id: string) => onChange({ ...draft, passages: passages.filter((each) => each.id !== id) })
  const add = () => onChange({ ...draft, passages: [...passages, { id: uuidv7(), text: '' }] })

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Write how it should read. What was said word for word, and the voice, stay with each paragraph.
      </p>
      {passages.map(({ id, text }, index) => (
        <div key={id} className="flex items-end gap-2">
          <Field label={`Paragraph ${index + 1}`} className="flex-1" rule={passageText} value={text}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                required
                rows={4}
                value={text}
                onChange={(event) => set(id, event.target.value)}
              />
            )}
          </Field>
          {passages.length > 1 ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Take paragraph ${index + 1} out`}
              onClick={() => remove(id)}
            >
              <Trash2 size={20} aria-hidden="true" />
            </Button>
          ) : null}
        </div>
      ))}
      {passages.length < limits.passagesPerPage ? (
        <Button variant="outline" className="self-start" onClick={add}>
          <Plus size={20} aria-hidden="true" />
          Add a paragraph
        </Button>
      ) : null}
    </div>
  )
}

/** The editable fields of a page. */
function asEdit(content: PageContent): PageEdit {
  if (content.kind !== 'text') return content
  return { kind: 'text', passages: content.passages.map(({ id, text }) => ({ id, text })) }
}
