import type { StoryNote } from '#contract/stories.ts'

/** The notes of a story in the order they were written; the time is hidden where none was running. */
export function StoryNotes({ notes }: { notes: Pick<StoryNote, 'id' | 'text' | 'timestamp'>[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {notes.map((note) => (
        <li key={note.id} className="flex flex-col gap-1 border-s-4 border-primary ps-5 sm:flex-row sm:gap-5">
          {note.timestamp === '00:00' ? null : (
            <span className="shrink-0 font-semibold text-leaf tabular-nums">{note.timestamp}</span>
          )}
          <p dir="auto" className="max-w-[45rem] min-w-0 font-story whitespace-pre-line">
            {note.text}
          </p>
        </li>
      ))}
    </ul>
  )
}
