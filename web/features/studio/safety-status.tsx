import { CircleCheck, CloudOff, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RecorderState } from '../../recorder/state.ts'
import { problemSentences, type Safety, safetyLine } from './safety.ts'

export type SafetyStatusProps = {
  safety: Safety
  recorder: RecorderState
  /** Other words, where whoever records is not whose storage it is. */
  sentences?: typeof problemSentences
}

/** Where the recording is safe, and what stands in the way of the rest. */
export function SafetyStatus({ safety, recorder, sentences = problemSentences }: SafetyStatusProps) {
  const { problem, isSafe, hasGap } = safety
  return (
    <div className="text-center text-sm sm:text-base">
      <p className="inline-flex items-center gap-2 tabular-nums">
        {isSafe && !hasGap ? (
          <CircleCheck size={22} className="shrink-0 text-leaf" aria-hidden="true" />
        ) : (
          <ShieldCheck size={22} className="shrink-0 text-leaf" aria-hidden="true" />
        )}
        <span data-testid="safety-line" data-kept-ms={Math.round(safety.deviceMs)}>
          {safetyLine(safety)}
        </span>
      </p>
      {problem ? (
        <p className="mx-auto mt-2 flex max-w-[60ch] items-start gap-2 rounded-card bg-warn-tint px-4 py-2 text-start text-warn">
          <CloudOff size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
          {sentences[problem]}
        </p>
      ) : null}
      <Announcement safety={safety} recorder={recorder} sentences={sentences} />
    </div>
  )
}

const announceEveryMs = 60_000

/** What a screen reader hears: each change of state at once, the times once a minute. */
function Announcement({ safety, recorder, sentences }: Required<SafetyStatusProps>) {
  const problem = safety.problem ? sentences[safety.problem] : ''
  const line = safetyLine(safety)
  const words = safety.isSafe ? line : spokenStates[recorder.name]
  const [minute, setMinute] = useState('')

  useEffect(() => {
    if (recorder.name !== 'recording') return
    const timer = setInterval(() => setMinute(String(performance.now())), announceEveryMs)
    return () => clearInterval(timer)
  }, [recorder.name])

  // The line is spoken as it was when the minute came round, not each time it grows.
  const [spoken, setSpoken] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is left out on purpose, it changes four times a second
  useEffect(() => setSpoken(minute === '' ? '' : line), [minute])

  return (
    <p className="sr-only" aria-live="polite">
      {[words, problem, spoken].filter(Boolean).join('. ')}
    </p>
  )
}

const spokenStates: Record<RecorderState['name'], string> = {
  idle: '',
  recording: 'Recording',
  paused: 'Recording paused',
  stopping: 'Recording stopped',
  // The last part is; what came before it may be on its way.
  safe: '',
  failed: '',
}
