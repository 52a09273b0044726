import { Undo2 } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { LineChanges } from './use-line-changes.ts'

export type LineNotes = Pick<LineChanges, 'note' | 'problem'> & {
  undo: Pick<LineChanges['undo'], 'variables' | 'isError' | 'isPending' | 'error' | 'mutate'>
}

/** Shown after a line was changed or removed, with an Undo until the next change; or the reason why it could not be removed. */
export function LineNoteBar({ changes: { note, undo, problem } }: { changes: LineNotes }) {
  // What became of an earlier change’s Undo says nothing about this one’s.
  const isOfThis = undo.variables === note
  return (
    <>
      {problem ? <Alert>{problem}</Alert> : null}
      <div role="status">
        {note ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint px-4 py-2">
            <p className="min-w-0">{isOfThis && undo.isError ? sentenceOf(undo.error) : note.says}</p>
            <Button
              variant="outline"
              size="sm"
              busy={isOfThis && undo.isPending}
              onClick={() => undo.mutate(note)}
            >
              <Undo2 size={20} aria-hidden="true" />
              Undo
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}
