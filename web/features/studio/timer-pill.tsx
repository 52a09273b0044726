import { Circle, Pause, Square } from 'lucide-react'
import { formatTimestamp } from '../../lib/format.ts'

/** While recording: that it records, for how long, and a way to stop. The time is what the disk has. */
export function TimerPill({ ms, paused, onStop }: { ms: number; paused: boolean; onStop: () => void }) {
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-full bg-record ps-5 pe-2 text-white shadow-card">
      {paused ? (
        <Pause size={20} fill="currentColor" aria-hidden="true" />
      ) : (
        <Circle size={18} fill="currentColor" className="animate-breathe" aria-hidden="true" />
      )}
      <span className="font-bold">{paused ? 'Paused' : 'Recording'}</span>
      <span role="timer" aria-label="Recorded so far" className="min-w-[5ch] text-lg font-bold tabular-nums">
        {formatTimestamp(Math.floor(ms / 1000))}
      </span>
      <button
        type="button"
        onClick={onStop}
        className="flex min-h-12 items-center gap-2 rounded-full bg-white px-4 font-bold text-record hover:bg-white/90"
        aria-label="Stop recording"
      >
        <Square size={16} fill="currentColor" aria-hidden="true" />
        Stop
      </button>
    </div>
  )
}
