import { useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import {
  isLeft,
  isSafe,
  manyFiles,
  mayRetry,
  overviewId,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts'

export type UploadOverviewProps = {
  queue: UploadQueue
  /** All chosen files. */
  items: UploadItem[]
  /** Whether the list shows only files that failed. */
  onlyFailed: boolean
  onOnlyFailed: (only: boolean) => void
}

/** The overall progress of many files, a filter for the failed ones, and buttons to retry those and to cancel the rest. */
export function UploadOverview({ queue, items, onlyFailed, onOnlyFailed }: UploadOverviewProps) {
  const [asked, setAsked] = useState(false)
  if (items.length < manyFiles) return null

  const safe = items.filter(isSafe).length
  const failed = items.filter(({ state }) => state === 'failed').length
  const left = items.filter(isLeft).length
  const again = items.filter(mayRetry).length
  return (
    <section aria-label="All files" className="flex flex-col gap-3 rounded-card bg-card p-4 shadow-card">
      <p id={overviewId} className="font-semibold tabular-nums">
        {safe} of {countOf(items.length, 'file')} {safe === 1 ? 'is' : 'are'} safe on the server
      </p>
      <Progress value={safe / items.length} label="Files that are safe" />
      {failed > 0 || left > 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          {failed > 0 ? (
            <Button
              variant="outline"
              size="sm"
              aria-pressed={onlyFailed}
              onClick={() => onOnlyFailed(!onlyFailed)}
            >
              {onlyFailed ? 'Show all files' : `Show ${failed} that could not be taken`}
            </Button>
          ) : null}
          {again > 0 ? (
            <Button variant="outline" size="sm" onClick={() => queue.resumeFailed()}>
              Try {countOf(again, 'file')} again
            </Button>
          ) : null}
          {left > 0 ? (
            <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
              Cancel the rest
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={asked && left > 0}
        onOpenChange={setAsked}
        title={`Cancel ${countOf(left, 'file')}?`}
        description={`What is safe on the server stays there: ${countOf(safe, 'file')}. The rest is not added.`}
        cancelLabel="Keep sending"
        confirmLabel={`Cancel ${countOf(left, 'file')}`}
        onConfirm={() => {
          setAsked(false)
          queue.cancelRest()
        }}
      />
    </section>
  )
}
