import { type FormEvent, useState } from 'react'
import { speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Story, type StoryUpdate, storyUpdate, tag } from '#contract/stories.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { EntriesField } from './entries-field.tsx'

type Texts = Pick<Story, 'title' | 'description' | 'date' | 'time' | 'location' | 'recordedBy' | 'context'>

export type DetailsFormProps = {
  story: Story
  busy: boolean
  /** What went wrong when it was saved. */
  failure: string | null
  onSave: (changes: StoryUpdate) => void
  onCancel: () => void
}

/** Everything that can be said of a story beside its recording. */
export function DetailsForm({ story, busy, failure, onSave, onCancel }: DetailsFormProps) {
  const [texts, setTexts] = useState<Texts>(story)
  const [speakers, setSpeakers] = useState(story.speakers)
  const [tags, setTags] = useState(story.tags)
  const ruled = (name: keyof Texts) => ({ rule: storyUpdate.shape[name], value: texts[name] })
  const text = (name: keyof Texts) => ({
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [name]: target.value }),
  })

  const save = (event: FormEvent) => {
    event.preventDefault()
    // Only what was changed here: what somebody else changes meanwhile stays.
    onSave({ id: story.id, ...changesOf(story, { ...texts, speakers, tags }) })
  }

  return (
    <Form onSubmit={save} className="flex flex-col gap-6">
      <Field label="Title" {...ruled('title')}>
        {(control) => <Input {...control} {...text('title')} />}
      </Field>
      <Field label="Description" optional {...ruled('description')}>
        {(control) => <Textarea {...control} {...text('description')} />}
      </Field>
      <EntriesField
        label="Speakers"
        addLabel="Add a speaker"
        entries={speakers}
        rule={speakerName}
        entriesMax={limits.speakersPerStory}
        placeholder="First and last name"
        onChange={setSpeakers}
      />
      <EntriesField
        label="Tags"
        addLabel="Add a tag"
        entries={tags}
        rule={tag}
        entriesMax={limits.tagsPerStory}
        placeholder="School, the farm, Christmas"
        onChange={setTags}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Date" optional hint="As you know it: “summer 1952” is fine." {...ruled('date')}>
          {(control) => <Input {...control} {...text('date')} />}
        </Field>
        <Field label="Time" optional {...ruled('time')}>
          {(control) => <Input {...control} {...text('time')} />}
        </Field>
        <Field label="Location" optional {...ruled('location')}>
          {(control) => <Input {...control} {...text('location')} />}
        </Field>
        <Field label="Recorded by" optional {...ruled('recordedBy')}>
          {(control) => <Input {...control} {...text('recordedBy')} />}
        </Field>
      </div>
      <Field
        label="Context"
        optional
        hint="What somebody should know who was not there."
        {...ruled('context')}
      >
        {(control) => <Textarea {...control} {...text('context')} />}
      </Field>
      {failure ? <Alert>{failure}</Alert> : null}
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

const fields = [
  'title',
  'description',
  'date',
  'time',
  'location',
  'recordedBy',
  'context',
  'speakers',
  'tags',
] as const
type Details = Pick<Story, (typeof fields)[number]>

/** The fields that differ from the story as it was opened. */
function changesOf(story: Story, now: Details): Omit<StoryUpdate, 'id'> {
  const changed = fields.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(story[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field]]))
}
