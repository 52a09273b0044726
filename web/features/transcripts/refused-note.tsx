import { GitMerge } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Refused } from './edits-here.ts'
import { refusalWords } from './failure-words.ts'

export type RefusedNoteProps = { refused: Refused; onKeep: () => void; onUseMine: (() => void) | null }

/**
 * A refused edit: the reason, the text the person had typed, and the choice between the two versions. Nothing typed is discarded without
 * asking.
 */
export function RefusedNote({ refused, onKeep, onUseMine }: RefusedNoteProps) {
  const { typed } = refused
  return (
    <div
      role="alert"
      className="my-2 flex max-w-[42.5rem] flex-col gap-3 rounded-card bg-warn-tint p-4 font-sans"
    >
      <p className="flex items-start gap-3 text-warn">
        <GitMerge size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>{refusalWords(refused)}</span>
      </p>
      {typed === null ? null : (
        <div>
          <p className="text-sm text-muted">What you typed is kept here:</p>
          <p dir="auto" className="font-story wrap-anywhere">
            {typed}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {onUseMine ? (
          <Button size="sm" onClick={onUseMine}>
            Use mine
          </Button>
        ) : null}
        {typed !== null && !onUseMine ? <CopyButton text={typed}>Copy what I typed</CopyButton> : null}
        <Button size="sm" variant="outline" onClick={onKeep}>
          {typed === null ? 'All right' : 'Keep what stands there now'}
        </Button>
      </div>
    </div>
  )
}
