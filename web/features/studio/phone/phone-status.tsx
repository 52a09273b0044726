import { Smartphone } from 'lucide-react'
import type { PhoneReport } from '#contract/recording-links.ts'
import { formatTimer } from '../../../lib/format.ts'
import { cn } from '../../../ui/cn.ts'
import type { WatchedPhone } from './watched-phone.ts'

const states: Record<PhoneReport['state'], string> = {
  ready: 'is ready',
  recording: 'is recording',
  paused: 'has paused',
  sending: 'is sending its last seconds',
  safe: 'has recorded',
  failed: 'has stopped recording: please look at it',
}

/** The phone as the computer sees it: whether it is connected, its microphone's level, and how much is safe. */
export function PhoneStatus({ report, isHere }: WatchedPhone) {
  if (report === null) return null
  const isRecording = isHere && report.state === 'recording'
  const words = isHere
    ? `The phone ${states[report.state]}`
    : 'The phone has not been heard of for some seconds'

  return (
    <section
      aria-label="Phone"
      className={cn(
        'mx-auto flex w-full max-w-[40rem] flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-card px-4 py-2',
        isHere ? '' : 'bg-warn-tint text-warn',
      )}
    >
      <Smartphone size={24} className={cn('shrink-0', isRecording ? 'text-record' : '')} aria-hidden="true" />
      <p role="status" className="font-semibold">
        {words}
      </p>
      {isHere ? <Level level={report.level} /> : null}
      {report.keptMs > 0 ? <p className="w-full text-sm tabular-nums">{safeLine(report)}</p> : null}
    </section>
  )
}

function Level({ level }: { level: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not let a meter element be drawn as a moving bar
    <div
      role="meter"
      aria-label="Phone’s microphone level"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={level}
      className="h-3 min-w-24 flex-1 overflow-hidden rounded-full border border-edge"
    >
      <div
        className="h-full w-full origin-left bg-accent transition-[scale] duration-200 forced-colors:bg-[Highlight] rtl:origin-right"
        style={{ scale: `${level / 100} 1` }}
      />
    </div>
  )
}

/** For instance: "Safe on the phone to 12:41, safe on the server to 12:38". */
export function safeLine({ state, keptMs, sentMs }: PhoneReport): string {
  if (state === 'safe') return `All ${formatTimer(keptMs)} of the phone are safe on the server`
  return `Safe on the phone to ${formatTimer(keptMs)}, safe on the server to ${formatTimer(sentMs)}`
}
