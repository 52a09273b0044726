import { Clock, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toastError } from '../../ui/toast.tsx'
import { failureWords } from './failure-words.ts'
import type { StudioSession } from './studio-session.ts'
import { useWatched } from './use-watched.ts'

/** Notes while somebody tells: each with the time it belongs to. Kept on this device at once. */
export function JournalPanel({ session }: { session: StudioSession }) {
  const { notes } = useWatched(session.view)
  const [text, setText] = useState('')
  const [stampedAt, setStampedAt] = useState<string | null>(null)
  const isBlank = text.trim() === ''

  const write = (next: string) => {
    // The time is that of the first letter: the note is about what was just said, not about when it was finished.
    if (isBlank && next.trim() !== '') setStampedAt(nowInStory(session))
    setText(next)
  }
  const add = async () => {
    if (isBlank) return
    try {
      await session.addNote(text.trim(), stampedAt ?? nowInStory(session))
      setText('')
      setStampedAt(null)
    } catch {
      toastError('The note could not be kept', failureWords['device-storage'].sentence)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    add()
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <Field label="Your note">
        {(control) => (
          <Textarea
            {...control}
            value={text}
            maxLength={limits.noteText}
            placeholder="What should not be forgotten?"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="ghost"
          size="sm"
          disabled={isBlank}
          onClick={() => setStampedAt(nowInStory(session))}
        >
          <Clock size={20} aria-hidden="true" />
          {stampedAt ? `At ${stampedAt}` : 'Timestamp'}
        </Button>
        <Button disabled={isBlank} onClick={add}>
          <Plus size={20} aria-hidden="true" />
          Add Entry
        </Button>
      </div>
      <p className="text-sm text-muted">Ctrl or ⌘ with Enter adds it too.</p>
      <ol className="flex flex-col gap-3" aria-label="Entries">
        {notes.toReversed().map((note) => (
          <li key={note.id} className="rounded-card border border-border bg-card p-4">
            {note.timestamp === '00:00' ? null : (
              <span className="text-sm font-bold text-leaf tabular-nums">{note.timestamp}</span>
            )}
            <p className="whitespace-pre-wrap">{note.text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function nowInStory(session: StudioSession): string {
  return formatTimestamp(Math.floor(session.storyMs / 1000))
}
