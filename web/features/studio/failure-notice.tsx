import { TriangleAlert } from 'lucide-react'
import { formatTimer } from '../../lib/format.ts'
import type { RecordingFailureReason } from '../../recorder/failures.ts'
import { Button } from '../../ui/button.tsx'
import { failureWords } from './failure-words.ts'

export type FailureNoticeProps = {
  reason: RecordingFailureReason
  keptMs: number
  /** What was kept of the recording is no longer on this device. */
  isThrownAway: boolean
  /** The browser's store was closed and has not been reopened for a while. */
  isStoreSilent: boolean
  busy: boolean
  onGoOn: () => void
  onEnd: () => void
}

/** A recording that broke off: what happened, what is safe, and how to go on. */
export function FailureNotice(props: FailureNoticeProps) {
  const { reason, keptMs, isStoreSilent, busy, onGoOn, onEnd } = props
  const { title, sentence } = failureWords[reason]
  const isOutdated = reason === 'page-outdated'
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center gap-4 rounded-card border-2 border-danger bg-danger-tint p-5 text-foreground"
    >
      <TriangleAlert size={32} className="shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-[min(16rem,100%)] flex-1">
        <h2 className="text-lg font-bold">{title}</h2>
        <p>
          {reason === 'device-storage' && isStoreSilent ? silentStore : sentence} {whatIsKept(props)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {keptMs > 0 && !isOutdated ? (
          <Button variant="outline" onClick={onEnd}>
            End here
          </Button>
        ) : null}
        {isOutdated ? (
          <Button variant="hero" size="lg" onClick={() => window.location.reload()}>
            Reload
          </Button>
        ) : (
          <Button variant="hero" size="lg" busy={busy} onClick={onGoOn}>
            {keptMs > 0 ? 'Go on' : 'Try again'}
          </Button>
        )}
      </div>
    </section>
  )
}

function whatIsKept({ reason, keptMs, isThrownAway }: FailureNoticeProps): string {
  if (keptMs === 0) return 'Nothing was recorded yet.'
  if (isThrownAway) return thrownAway
  const safe = `Everything up to ${formatTimer(keptMs)} is safe on this device`
  return reason === 'page-outdated' ? `${safe}, and is sent then.` : `${safe}.`
}

const thrownAway =
  'The browser has thrown away what this device kept of it. What had reached the server is there.'

const silentStore =
  'The browser’s storage has not answered for a minute. Please close the browser, all its windows, and open it again. What was recorded is offered to you then.'
