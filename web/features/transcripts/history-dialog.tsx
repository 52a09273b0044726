import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatRelative, formatTime } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type HistoryStep, historySteps } from './history-words.ts'

const STEPS_PER_PAGE = 40

export type HistoryDialogProps = {
  transcriptId: string
  onClose: () => void
  /** Takes a step back; rejects if the server refuses. null for viewers, who may not change the transcript. */
  onUndo: ((groupId: string) => Promise<unknown>) | null
}

/** Who corrected what and when. Every step can be taken back, whatever came after it. */
export function HistoryDialog({ transcriptId, onClose, onUndo }: HistoryDialogProps) {
  const history = useInfiniteQuery(
    orpc.transcripts.history.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: transcriptId,
        limit: STEPS_PER_PAGE,
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const undo = useMutation({
    mutationFn: async (groupId: string) => onUndo?.(groupId),
    onSettled: afterwards(() => history.refetch()),
  })
  const steps = historySteps(history.data?.pages.flatMap((page) => page.items) ?? [])

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title="History"
      description="What the family has corrected, newest first. What the machine heard is kept underneath and never changes."
    >
      {undo.isError ? <Alert>{sentenceOf(undo.error)}</Alert> : null}
      {history.isPending ? <HistorySkeleton /> : null}
      {history.isLoadingError ? (
        <ErrorPanel
          title="The history could not be loaded"
          sentence={sentenceOf(history.error)}
          onRetry={() => history.refetch()}
        />
      ) : null}
      {history.data && steps.length === 0 ? (
        <p className="py-6 text-center text-muted">Nothing has been corrected yet.</p>
      ) : null}
      <ol className="flex flex-col divide-y divide-border">
        {steps.map((step) => (
          <Step
            key={step.groupId}
            step={step}
            busy={undo.isPending && undo.variables === step.groupId}
            onUndo={onUndo ? () => undo.mutate(step.groupId) : null}
          />
        ))}
      </ol>
      <ShowMore list={history}>Show older ones</ShowMore>
    </Dialog>
  )
}

function Step({ step, busy, onUndo }: { step: HistoryStep; busy: boolean; onUndo: (() => void) | null }) {
  return (
    <li className="flex flex-col gap-2 py-4 sm:flex-row sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere">
          <strong>{step.authorName}</strong> {step.what}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={step.at}>{`${formatRelative(step.at)}, ${formatTime(step.at)}`}</time>
        </p>
      </div>
      {step.undone ? <Badge>Taken back</Badge> : null}
      {step.undone || onUndo === null ? null : (
        <Button variant="outline" size="sm" busy={busy} onClick={onUndo}>
          {busy ? null : <Undo2 size={20} className="rtl:-scale-x-100" aria-hidden="true" />}
          Undo this
        </Button>
      )}
    </li>
  )
}

function HistorySkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">The history is being loaded</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}
