import { CircleCheck, CloudOff, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RecorderState } from '../../recorder/state.ts'
import { problemSentences, type Safety, safetyLine } from './safety.ts'

export type SafetyStatusProps = {
  safety: Safety
  recorder: RecorderState
  /** Other sentences, where the storage does not belong to the person who records. */
  sentences?: typeof problemSentences
}

/** How far the recording is safe, and what keeps the rest from being so. */
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

/** What a screen reader announces: each change of state at once, the times once a minute. */
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

  // Speaks the line as it was when the minute came round, rather than each time it changes.
  const [spoken, setSpoken] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `line` is left out on purpose, because it changes four times a second
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
  // Nothing is said here: only the last part is certainly safe, earlier ones may still be on their way.
  safe: '',
  failed: '',
}
