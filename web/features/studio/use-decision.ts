import { useState } from 'react'
import { keptWords } from './kept-words.ts'

/** What somebody decides about a recording that this device has; `problem` says why the last try came to nothing. */
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
