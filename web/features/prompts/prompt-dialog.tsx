import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { promptCategories } from '#contract/prompt-categories.ts'
import { type Prompt, type PromptCategory, promptText } from '#contract/prompts.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { useMeanwhile } from '../../lib/meanwhile.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { Select } from '../../ui/select.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { usePromptActions } from './use-prompts.ts'

export type PromptDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The prompt to edit; without it a new one is created. */
  prompt?: Prompt | undefined
  onSaved?: (prompt: Prompt) => void
}

/** Creates or edits a question of one's own. */
export function PromptDialog({ open, onOpenChange, prompt, onSaved }: PromptDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={prompt ? 'Edit Prompt' : 'Create New Prompt'}>
      <PromptForm
        prompt={prompt}
        onSaved={(saved) => {
          onOpenChange(false)
          onSaved?.(saved)
        }}
      />
    </Dialog>
  )
}

type PromptFormProps = { prompt: Prompt | undefined; onSaved: (prompt: Prompt) => void }

type Words = { text: string; category: PromptCategory | '' }
/** A prompt in its last saved state; `version` is null for a new one. */
type Kept = Words & { id: string; version: number | null }
const wordsOf = ({ text, category }: Kept): Words => ({ text, category })

function PromptForm({ prompt, onSaved }: PromptFormProps) {
  const [begun] = useState<Kept>(() => prompt ?? { id: '', text: '', category: '', version: null })
  const { id } = begun
  const { idFor } = useIdForWords()
  const [words, setWords] = useState(() => wordsOf(begun))
  useUnsaved(words)
  const { renew } = usePromptActions()
  const said = words.text.trim()

  const { replaced, save: saveOver } = useMeanwhile(begun, {
    fieldsOf: wordsOf,
    read: (): Promise<Kept> => client.prompts.get({ id }),
    write: ({ base: { version }, fields: { text, category } }: { base: Kept; fields: Words }) => {
      const written = { text, category: category || ('General' as const) }
      return version === null
        ? client.prompts.create({ ...written, id: idFor(written) })
        : client.prompts.update({ ...written, id, version })
    },
  })
  const save = useMutation({
    mutationFn: saveOver,
    onSuccess: (outcome) => {
      if ('fields' in outcome) return setWords(outcome.fields)
      toastSuccess(prompt ? 'Prompt updated successfully' : 'Prompt created successfully!')
      onSaved(outcome.saved)
    },
    onError: () => toastError(prompt ? 'Failed to update prompt' : 'Failed to add prompt'),
    onSettled: afterwards(renew, (outcome) => 'saved' in outcome),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (said !== '') save.mutate({ ...words, text: said })
  }

  return (
    <Form onSubmit={onSubmit} busy={save.isPending} className="flex flex-col gap-6">
      <Field
        label="Question"
        rule={promptText}
        value={words.text}
        hint="One thing at a time, and nothing that yes or no would answer."
      >
        {(control) => (
          <Textarea
            {...control}
            required
            autoFocus
            value={words.text}
            placeholder="What did Sundays smell like?"
            onChange={(event) => setWords({ ...words, text: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category" optional={!prompt}>
        {(control) => (
          <Select
            {...control}
            value={words.category}
            onChange={({ target }) => setWords({ ...words, category: categoryOf(target.value) })}
          >
            {prompt ? null : <option value="">No category (General)</option>}
            {promptCategories.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {prompt ? <option>General</option> : null}
          </Select>
        )}
      </Field>
      <MeanwhileNote replaced={replaced} labels={{ text: 'Question', category: 'Category' }} />
      {save.isError ? <Alert>{sentenceOf(save.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={save.isPending} disabled={said === ''}>
          {prompt ? 'Save' : 'Create Prompt'}
        </Button>
      </DialogActions>
    </Form>
  )
}

function categoryOf(value: string): PromptCategory | '' {
  if (value === 'General') return value
  return promptCategories.find((known) => known === value) ?? ''
}
