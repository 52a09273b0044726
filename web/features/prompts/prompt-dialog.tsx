import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import { promptCategories } from '#contract/prompt-categories.ts'
import { type Prompt, type PromptCategory, promptText } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { usePromptActions } from './use-prompts.ts'

export type PromptDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The prompt to change; a new one without it. */
  prompt?: Prompt | undefined
  onSaved?: (prompt: Prompt) => void
}

/** Writes a question of one's own, or changes one. */
export function PromptDialog({ open, onOpenChange, prompt, onSaved }: PromptDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={prompt ? 'Edit Prompt' : 'Create New Prompt'}>
      <PromptForm
        prompt={prompt}
        onCancel={() => onOpenChange(false)}
        onSaved={(saved) => {
          onOpenChange(false)
          onSaved?.(saved)
        }}
      />
    </Dialog>
  )
}

type PromptFormProps = { prompt: Prompt | undefined; onCancel: () => void; onSaved: (prompt: Prompt) => void }

function PromptForm({ prompt, onCancel, onSaved }: PromptFormProps) {
  const [id] = useState(() => prompt?.id ?? newId())
  const [text, setText] = useState(prompt?.text ?? '')
  const [category, setCategory] = useState<PromptCategory | ''>(prompt?.category ?? '')
  const { renew } = usePromptActions()
  const said = text.trim()

  const save = useMutation({
    mutationFn: async () => {
      const words = { id, text: said, category: category || ('General' as const) }
      if (!prompt) return client.prompts.create(words)
      return client.prompts.update({ ...words, version: prompt.version })
    },
    onSuccess: (saved) => {
      toastSuccess(prompt ? 'Prompt updated successfully' : 'Prompt created successfully!')
      onSaved(saved)
    },
    onError: (error) =>
      toastError(prompt ? 'Failed to update prompt' : 'Failed to add prompt', sentenceOf(error)),
    onSettled: renew,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (said !== '') save.mutate()
  }

  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-6">
      <Field
        label="Question"
        rule={promptText}
        value={text}
        hint="One thing at a time, and nothing that yes or no would answer."
      >
        {(control) => (
          <Textarea
            {...control}
            required
            autoFocus
            value={text}
            placeholder="What did Sundays smell like?"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="Category" optional={!prompt}>
        {(control) => (
          <Select
            {...control}
            value={category}
            onChange={({ target }) => setCategory(categoryOf(target.value))}
          >
            {prompt ? null : <option value="">No category (General)</option>}
            {promptCategories.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {prompt ? <option>General</option> : null}
          </Select>
        )}
      </Field>
      {save.isError ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {sentenceOf(save.error)}
        </p>
      ) : null}
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
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
