import { type FormEvent, useState } from 'react'
import { speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type Story, storyUpdate, tag } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useStoryWords } from '../../lib/use-story-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { EntriesField } from './entries-field.tsx'
import { withEntry } from './names.ts'

const labels = {
  title: 'Title',
  description: 'Description',
  speakers: 'Speakers',
  tags: 'Tags',
  date: 'Date',
  time: 'Time',
  location: 'Location',
  recordedBy: 'Recorded by',
  context: 'Context',
} as const
type Details = Pick<Story, keyof typeof labels>
type TextName = Exclude<keyof Details, 'speakers' | 'tags'>

/** The form for the details of a story. */
export function DetailsForm({ story, onDone }: { story: Story; onDone: () => void }) {
  const [details, setDetails] = useState(() => detailsOf(story))
  const [entered, setEntered] = useState({ speakers: '', tags: '' })
  const { speakers, tags } = details
  useUnsaved([details, entered])
  const { replaced, saving } = useStoryWords(story, detailsOf, { onSaved: onDone, goOnWith: setDetails })
  const ruled = (name: TextName) => ({ rule: storyUpdate.shape[name], value: details[name] })
  const text = (name: TextName) => ({
    value: details[name],
    onChange: ({ target }: { target: { value: string } }) => setDetails({ ...details, [name]: target.value }),
  })

  const save = (event: FormEvent) => {
    event.preventDefault()
    // A name in the field counts, too, although nobody pressed Add.
    const whole = {
      ...details,
      speakers: withEntry(speakers, entered.speakers),
      tags: withEntry(tags, entered.tags),
    }
    setDetails(whole)
    setEntered({ speakers: '', tags: '' })
    saving.mutate(whole)
  }

  return (
    <Form onSubmit={save} busy={saving.isPending} className="flex flex-col gap-6">
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
        entered={entered.speakers}
        rule={speakerName}
        entriesMax={limits.speakersPerStory}
        placeholder="First and last name"
        onChange={(given) => setDetails({ ...details, speakers: given })}
        onEnter={(typed) => setEntered({ ...entered, speakers: typed })}
      />
      <EntriesField
        label="Tags"
        addLabel="Add a tag"
        entries={tags}
        entered={entered.tags}
        rule={tag}
        entriesMax={limits.tagsPerStory}
        placeholder="School, the farm, Christmas"
        onChange={(given) => setDetails({ ...details, tags: given })}
        onEnter={(typed) => setEntered({ ...entered, tags: typed })}
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
      <MeanwhileNote replaced={replaced} labels={labels} />
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

function detailsOf(story: Story): Details {
  const { title, description, speakers, tags, date, time, location, recordedBy, context } = story
  return { title, description, speakers, tags, date, time, location, recordedBy, context }
}
