import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pageAgeMs } from '../../../lib/clock.ts'

const gapMs = limits.textGapSeconds * 1_000

/** Counts down the whole seconds until another message may be requested; 0 once it may. */
export function useResendWait(sentAt: number): number {
  const [now, setNow] = useState(pageAgeMs)
  const left = Math.max(0, Math.ceil((sentAt + gapMs - Math.max(now, sentAt)) / 1000))
  const isWaiting = left > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(pageAgeMs()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])

  return left
}
