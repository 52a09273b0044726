import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Story, StoryUpdate } from '#contract/stories.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
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
  const [missing, setMissing] = useState(false)
  const text = (name: keyof Texts, maxLength: number) => ({
    maxLength,
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [name]: target.value }),
  })

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (texts.title.trim() === '') return setMissing(true)
    // Only what was changed here: what somebody else changes meanwhile stays.
    onSave({ id: story.id, ...changesOf(story, { ...texts, speakers, tags }) })
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-6" noValidate>
      <Field label="Title" error={missing && texts.title.trim() === '' ? 'Please enter a title' : undefined}>
        {(control) => <Input {...control} {...text('title', limits.title)} />}
      </Field>
      <Field label="Description" optional>
        {(control) => <Textarea {...control} {...text('description', limits.description)} />}
      </Field>
      <EntriesField
        label="Speakers"
        addLabel="Add a speaker"
        entries={speakers}
        entryMax={limits.speakerName}
        entriesMax={limits.speakersPerStory}
        placeholder="First and last name"
        onChange={setSpeakers}
      />
      <EntriesField
        label="Tags"
        addLabel="Add a tag"
        entries={tags}
        entryMax={limits.tag}
        entriesMax={limits.tagsPerStory}
        placeholder="School, the farm, Christmas"
        onChange={setTags}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Date" optional hint="As you know it: “summer 1952” is fine.">
          {(control) => <Input {...control} {...text('date', limits.shortText)} />}
        </Field>
        <Field label="Time" optional>
          {(control) => <Input {...control} {...text('time', limits.shortText)} />}
        </Field>
        <Field label="Location" optional>
          {(control) => <Input {...control} {...text('location', limits.shortText)} />}
        </Field>
        <Field label="Recorded by" optional>
          {(control) => <Input {...control} {...text('recordedBy', limits.fullName)} />}
        </Field>
      </div>
      <Field label="Context" optional hint="What somebody should know who was not there.">
        {(control) => <Textarea {...control} {...text('context', limits.longText)} />}
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
    </form>
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
