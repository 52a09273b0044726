import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { orpc } from '../../lib/rpc.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { isFull, isRemovable, splitSpeakerName, withSpeaker } from './speakers.ts'
import type { StudioSession } from './studio-session.ts'

/** Who is heard in this session. Somebody new is added to the family as well. */
export function SpeakersField({ session }: { session: StudioSession }) {
  const { speakers } = useWatched(session.view)
  const [entered, setEntered] = useState('')
  const problem = tooLong(limits.speakerName, entered)
  const full = isFull(speakers)
  useUnsaved(entered)
  const { idFor, made } = useIdForWords()
  const toFamily = useMutation({
    ...orpc.familyMembers.create.mutationOptions(),
    onSuccess: () => {
      made()
      toastSuccess('Speaker added')
    },
    onError: (error) => toastError('Failed to add family member', sentenceOf(error)),
  })

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (problem) return
    const next = withSpeaker(speakers, entered)
    setEntered('')
    if (next === speakers) return

    session.setSpeakers(next)
    const name = splitSpeakerName(next.at(-1) ?? '')
    // Whoever takes the name out again after a lost answer, and adds it once more, means the same person.
    toFamily.mutate({ id: idFor(name), relationship: 'Other', ...name })
  }

  return (
    <section className="flex flex-col gap-3" aria-label="Speakers">
      <h3 className="font-semibold">Speakers</h3>
      <ul className="flex flex-wrap gap-2">
        {speakers.map((name) => (
          <li
            key={name}
            className="flex min-h-12 items-center gap-1 rounded-full bg-tint ps-4 pe-1 text-leaf"
          >
            <span className="pe-3">{name}</span>
            {isRemovable(speakers, name) ? (
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => session.setSpeakers(speakers.filter((other) => other !== name))}
                className="flex size-12 items-center justify-center rounded-full hover:bg-foreground/8"
              >
                <X size={20} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <form onSubmit={add} className="flex items-end gap-3">
        <Field
          label="Add a speaker"
          className="min-w-0 flex-1"
          error={problem}
          hint={full ? `${limits.speakersPerStory} are as many as one story can hold.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              disabled={full}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
              placeholder="First and last name"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="outline"
          className="mb-2"
          disabled={full || entered.trim() === '' || problem !== undefined}
        >
          <Plus size={20} aria-hidden="true" />
          Add
        </Button>
      </form>
    </section>
  )
}
