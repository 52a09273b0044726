import { Circle, Pause, Square, X } from 'lucide-react'
import { useState } from 'react'
import { formatTimer } from '../../lib/format.ts'
import { cn } from '../../ui/cn.ts'

export type TimerPillProps = { ms: number; paused: boolean; onStop: () => void; className?: string }

/**
 * Floats above everything while recording: says so, shows for how long, and offers Stop. The time is what is on the
 * disk. When closed, a small version stays: nobody should be recorded without seeing it.
 */
export function TimerPill({ ms, paused, onStop, className }: TimerPillProps) {
  const [small, setSmall] = useState(false)
  const time = (
    <span
      role="timer"
      translate="no"
      aria-label="Recorded so far"
      className="min-w-[5ch] text-lg font-bold tabular-nums"
    >
      {formatTimer(ms)}
    </span>
  )

  if (small) {
    return (
      <section aria-label="Recording under way" className={className}>
        <button
          type="button"
          onClick={() => setSmall(false)}
          className={cn(look, 'px-4 hover:brightness-110')}
        >
          {paused ? <Pause size={16} fill="currentColor" aria-hidden="true" /> : <Dot />}
          {time}
          <span className="sr-only">{paused ? 'Paused.' : 'Recording.'} Show the timer</span>
        </button>
      </section>
    )
  }
  return (
    <section
      aria-label="Recording under way"
      className={cn(
        look,
        'w-max max-w-[calc(100vw-1.5rem)] flex-wrap justify-center ps-4 pe-1 sm:ps-5',
        className,
      )}
    >
      {paused ? <Pause size={20} fill="currentColor" aria-hidden="true" /> : <Dot />}
      {/* On narrow phones the words are hidden: the sign and the time show the state. */}
      <span className={cn('font-bold', paused ? 'max-[21rem]:sr-only' : 'max-[24rem]:sr-only')}>
        {paused ? 'Paused' : 'Recording'}
      </span>
      {time}
      <button
        type="button"
        onClick={onStop}
        className="flex min-h-12 items-center gap-2 rounded-full bg-white px-3 font-bold text-record sm:px-4 hover:underline"
        aria-label="Stop recording"
      >
        <Square size={16} fill="currentColor" aria-hidden="true" />
        Stop
      </button>
      <button
        type="button"
        onClick={() => setSmall(true)}
        aria-label="Close the timer; the recording goes on"
        className="flex size-12 items-center justify-center rounded-full hover:bg-white/15"
      >
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  )
}

const look = 'flex min-h-14 items-center gap-x-1.5 rounded-[28px] sm:gap-x-3 bg-record text-white shadow-card'

function Dot() {
  return <Circle size={18} fill="currentColor" className="animate-breathe shrink-0" aria-hidden="true" />
}
