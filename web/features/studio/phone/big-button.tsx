import { Circle, Square } from 'lucide-react'
import { formatTimer } from '../../../lib/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { beginning } from '../begin-button.ts'

export type BigButtonProps = {
  capturing: boolean
  starting: boolean
  /** Whether something was recorded before. */
  again: boolean
  /** How much the phone's disk has, in milliseconds. */
  ms: number
  onRecord: () => void
  onStop: () => void
}

/** The phone's only button: it begins and stops a recording. */
export function BigButton({ capturing, starting, again, ms, onRecord, onStop }: BigButtonProps) {
  const ready = again ? 'Record more' : 'Record'
  return (
    <button
      type="button"
      {...beginning(starting, capturing ? onStop : onRecord)}
      className="flex min-h-24 w-full items-center justify-center gap-4 rounded-[28px] border-4 border-white bg-record px-6 text-xl font-bold text-white"
    >
      <Sign capturing={capturing} starting={starting} />
      <span>{capturing ? 'Stop' : ready}</span>
      {capturing ? (
        <span role="timer" translate="no" aria-label="Recorded so far" className="tabular-nums">
          {formatTimer(ms)}
        </span>
      ) : null}
    </button>
  )
}

function Sign({ capturing, starting }: Pick<BigButtonProps, 'capturing' | 'starting'>) {
  if (starting) return <Spinner size={36} />
  if (capturing) return <Square size={32} fill="currentColor" aria-hidden="true" />
  return <Circle size={36} fill="currentColor" aria-hidden="true" />
}
