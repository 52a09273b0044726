import { Undo2 } from 'lucide-react'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from './button.tsx'

export type DeletedNoteProps = {
  title: string
  /** Why restoring failed; null if it did not. */
  error: unknown
  busy: boolean
  onBringBack: () => void
}

/** Says what has just been deleted, and offers to bring it back. */
export function DeletedNote({ title, error, busy, onBringBack }: DeletedNoteProps) {
  return (
    <div
      role="status"
      className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 sm:px-6"
    >
      <p className="min-w-0 wrap-anywhere">{error ? sentenceOf(error) : <>“{title}” was deleted.</>}</p>
      <Button variant="outline" busy={busy} onClick={onBringBack}>
        <Undo2 size={22} aria-hidden="true" />
        Bring it back
      </Button>
    </div>
  )
}
