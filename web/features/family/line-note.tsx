import { Undo2 } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { LineChanges } from './use-line-changes.ts'

/** Shown after a line was changed or removed, with an Undo until the next change; or the reason why it could not be removed. */
export function LineNoteBar({ changes: { note, undo, problem } }: { changes: LineChanges }) {
  return (
    <>
      {problem ? <Alert>{problem}</Alert> : null}
      <div role="status">
        {note ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint px-4 py-2">
            <p className="min-w-0">{undo.isError ? sentenceOf(undo.error) : note.says}</p>
            <Button variant="outline" size="sm" busy={undo.isPending} onClick={() => undo.mutate()}>
              <Undo2 size={20} aria-hidden="true" />
              Undo
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}
