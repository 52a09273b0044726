import { CircleCheck, CloudOff, LoaderCircle } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import type { Saving } from './edit-queue.ts'
import { waitingWords } from './saving-words.ts'

/** Shows whether the person's corrections are saved. Unconfirmed ones are kept on this device, and the note says so. */
export function SavingNote({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  if (saving.state === 'waiting') {
    return (
      <div
        role="alert"
        className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warn-tint px-4 py-2"
      >
        <p className="flex min-w-0 flex-1 basis-64 items-start gap-3 text-sm text-warn">
          <CloudOff size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>
            {waitingWords(saving)} {sentenceOf(saving.failure)}
          </span>
        </p>
        <Button size="sm" variant="outline" onClick={onRetry}>
          Send now
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted print:hidden">
      {saving.state === 'saved' ? (
        <CircleCheck size={18} aria-hidden="true" />
      ) : (
        <LoaderCircle size={18} aria-hidden="true" />
      )}
      {saving.state === 'saved' ? 'Everything is saved' : 'Saving…'}
    </p>
  )
}
