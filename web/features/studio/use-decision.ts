import { useState } from 'react'
import { keptWords } from './kept-words.ts'

/** Runs a person's decision about a recording on this device; `problem` says why the last attempt failed. */
export function useDecision(onDecided: () => unknown) {
  const [problem, setProblem] = useState<string | null>(null)
  const decide = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
      await onDecided()
    } catch (error) {
      setProblem(keptWords('That did not work just now.', error))
    }
  }
  return { decide, problem }
}
