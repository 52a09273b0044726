import { Undo2 } from 'lucide-react'
import { Button } from './button.tsx'

export type UndoNoteProps = { words: string; busy: boolean; onUndo: () => void }

/** Says what was just done, with a button to undo it; it stays until something else is done. */
export function UndoNote({ words, busy, onUndo }: UndoNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-tint px-4 py-2"
    >
      <p dir="auto" className="min-w-0 wrap-anywhere">
        {words}
      </p>
      <Button variant="outline" size="sm" busy={busy} onClick={onUndo}>
        <Undo2 size={20} aria-hidden="true" />
        Undo
      </Button>
    </div>
  )
}
