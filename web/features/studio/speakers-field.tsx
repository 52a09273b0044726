import { Plus, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useRetry } from '../../ui/use-retry.ts'
import { isFull, isRemovable, withSpeaker } from './speakers.ts'
import type { StudioSession } from './studio-session.ts'
import type { MissedSpeaker, NewSpeakers } from './use-new-speakers.ts'

export type SpeakersFieldProps = {
  session: StudioSession
  toFamily: NewSpeakers
  /** Takes the function that adds the name in the field, if there is one, and tells whether that is possible. */
  adding: RefObject<() => boolean>
}

/** Who is heard in this session. A new speaker is added to the family as well. */
export function SpeakersField({ session, toFamily, adding }: SpeakersFieldProps) {
  const { speakers } = useWatched(session.view)
  const [entered, setEntered] = useState('')
  const problem = tooLong(limits.speakerName, entered)
  const full = isFull(speakers)
  const field = useRef<HTMLInputElement>(null)
  useUnsaved(entered)

  const add = () => {
    if (problem) {
      // Done is at the other end of a long sheet.
      field.current?.focus()
      return false
    }
    const next = withSpeaker(speakers, entered)
    setEntered('')
    if (next !== speakers) {
      session.setSpeakers(next)
      toFamily.add(next.at(-1) ?? '')
    }
    return true
  }
  adding.current = add

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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
        className="flex items-end gap-3"
      >
        <Field
          label="Add a speaker"
          className="min-w-0 flex-1"
          error={problem}
          hint={full ? `${limits.speakersPerStory} are as many as one story can hold.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
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
      {toFamily.missed
        .filter(({ name }) => speakers.includes(name))
        .map((one) => (
          <Missed key={one.name} {...one} />
        ))}
    </section>
  )
}

/** Why a speaker could not be added to the family, with a way to try again. */
function Missed({ name, sentence, add }: MissedSpeaker) {
  const { busy, tries, again } = useRetry(add)
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-card bg-danger-tint p-4">
      <p key={tries} className="text-danger">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi> belongs to this session, but could not be
        added to your family. {sentence}
      </p>
      <Button variant="outline" size="sm" busy={busy} onClick={again}>
        Try again
      </Button>
    </div>
  )
}
