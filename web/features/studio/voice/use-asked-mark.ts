import { useEffect, useRef } from 'react'
import { nowInstant } from '../../../lib/clock.ts'
import { markAsked, sendMarks } from '../asked-marks.ts'

const sendEveryMs = 5_000

/**
 * Remembers that the question was asked when its answer is recorded, as the studio does: otherwise the same one would be read at every
 * visit, and mailed once more. The mark is sent once the server knows the story.
 *
 * @returns a function to call when a recording begins; only the first call counts
 */
export function useAskedMark(userId: string, storyId: string, promptId: string | null): () => void {
  const isMarked = useRef(false)
  useEffect(() => {
    const send = () => void sendMarks(userId)
    send()
    const timer = setInterval(send, sendEveryMs)
    return () => {
      clearInterval(timer)
      send()
    }
  }, [userId])

  return () => {
    if (isMarked.current || promptId === null) return
    isMarked.current = true
    markAsked(userId, { promptId, storyId, at: nowInstant() })
  }
}
