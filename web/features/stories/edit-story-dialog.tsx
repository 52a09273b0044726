import { type FormEvent, useState } from 'react'
import { type Story, storyUpdate } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useUpdateStory } from './use-story.ts'

export type EditStoryDialogProps = {
  story: Pick<Story, 'id' | 'title' | 'description'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Changes what a story is called and what it is about. */
export function EditStoryDialog(props: EditStoryDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Edit story">
      <EditStoryForm story={props.story} onDone={() => props.onOpenChange(false)} />
    </Dialog>
  )
}

function EditStoryForm({ story, onDone }: { story: EditStoryDialogProps['story']; onDone: () => void }) {
  const [title, setTitle] = useState(story.title)
  const [description, setDescription] = useState(story.description)
  const update = useUpdateStory()

  const save = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      { id: story.id, title: title.trim(), description: description.trim() },
      {
        onSuccess: () => {
          toastSuccess('Story updated successfully')
          onDone()
        },
        onError: (error) => toastError('Failed to update story', sentenceOf(error)),
      },
    )
  }

  return (
    <Form onSubmit={save} className="flex flex-col gap-6">
      <Field label="Title" rule={storyUpdate.shape.title} value={title}>
        {(control) => <Input {...control} value={title} onChange={(event) => setTitle(event.target.value)} />}
      </Field>
      <Field label="Description" optional rule={storyUpdate.shape.description} value={description}>
        {(control) => (
          <Textarea
            {...control}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      {update.isError ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {sentenceOf(update.error)}
        </p>
      ) : null}
      <DialogActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={update.isPending}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}
