import { Play } from 'lucide-react'
import type { StoryNote } from '#contract/stories.ts'
import { formatStamp } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { type NotedPart, placeOfNote } from './note-place.ts'
import type { PlayerPlace } from './story-player.tsx'

export type StoryNotesProps = {
  notes: Pick<StoryNote, 'id' | 'text' | 'timestamp'>[]
  /** The recordings of the story; a note written during a playable one can be played from there. */
  recordings: readonly NotedPart[]
  onPlay: (place: PlayerPlace) => void
}

/** The notes of a story in the order they were written. A note written while no recording ran shows no time. */
export function StoryNotes({ notes, recordings, onPlay }: StoryNotesProps) {
  return (
    <Portioned items={notes}>
      {(drawn) => (
        <ul className="flex flex-col gap-4">
          {drawn.map((note) => (
            <li
              key={note.id}
              className="flex flex-col items-start gap-1 border-s-4 border-primary ps-5 sm:flex-row sm:items-baseline sm:gap-5"
            >
              <NoteTime timestamp={note.timestamp} recordings={recordings} onPlay={onPlay} />
              <p dir="auto" className="max-w-[45rem] min-w-0 font-story whitespace-pre-line wrap-anywhere">
                {note.text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Portioned>
  )
}

type NoteTimeProps = Pick<StoryNotesProps, 'recordings' | 'onPlay'> & { timestamp: string }

function NoteTime({ timestamp, recordings, onPlay }: NoteTimeProps) {
  if (timestamp === '00:00') return null
  const place = placeOfNote(timestamp, recordings)
  // As high as the button that replaces it once the recording can be played.
  if (place === null) {
    return (
      <span className="flex min-h-12 shrink-0 items-center text-sm font-semibold text-leaf tabular-nums">
        {formatStamp(timestamp)}
      </span>
    )
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ms-2.5 shrink-0 px-2.5! text-leaf! tabular-nums"
      onClick={() => onPlay(place)}
    >
      <Play size={16} aria-hidden="true" />
      <span className="sr-only">Hear it at </span>
      {formatStamp(timestamp)}
    </Button>
  )
}
