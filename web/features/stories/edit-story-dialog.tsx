import { type FormEvent, useState } from 'react'
import { type Story, storyUpdate } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useStoryWords } from '../../lib/use-story-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'

export type EditStoryDialogProps = {
  story: Story
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits the title and the description of a story. */
export function EditStoryDialog(props: EditStoryDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Edit Story">
      <EditStoryForm story={props.story} onDone={() => props.onOpenChange(false)} />
    </Dialog>
  )
}

type EditStoryFormProps = Pick<EditStoryDialogProps, 'story'> & { onDone: () => void }

function EditStoryForm({ story, onDone }: EditStoryFormProps) {
  const [words, setWords] = useState(() => wordsOf(story))
  useUnsaved(words)
  const { replaced, saving } = useStoryWords(story, wordsOf, { onSaved: onDone, goOnWith: setWords })

  const save = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ title: words.title.trim(), description: words.description.trim() })
  }

  return (
    <Form onSubmit={save} busy={saving.isPending} className="flex flex-col gap-6">
      <Field label="Title" rule={storyUpdate.shape.title} value={words.title}>
        {(control) => (
          <Input
            {...control}
            value={words.title}
            onChange={(event) => setWords({ ...words, title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" optional rule={storyUpdate.shape.description} value={words.description}>
        {(control) => (
          <Textarea
            {...control}
            value={words.description}
            onChange={(event) => setWords({ ...words, description: event.target.value })}
          />
        )}
      </Field>
      <MeanwhileNote replaced={replaced} labels={{ title: 'Title', description: 'Description' }} />
      {saving.isError ? <Alert>{sentenceOf(saving.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

const wordsOf = ({ title, description }: Story) => ({ title, description })
