import { useEffect, useRef } from 'react'
import { nowInstant } from '../../../lib/clock.ts'
import { markAsked, sendMarks } from '../asked-marks.ts'

const sendEveryMs = 5_000

/**
 * Remembers that the question was asked once its answer is being recorded, as the studio does: otherwise the same one would be read at
 * every visit, and mailed once more. The mark is sent once the server knows the story.
 */
export function useAskedMark(
  userId: string,
  storyId: string,
  promptId: string | null,
  capturing: boolean,
): void {
  useEffect(() => {
    const send = () => void sendMarks(userId)
    send()
    const timer = setInterval(send, sendEveryMs)
    return () => {
      clearInterval(timer)
      send()
    }
  }, [userId])

  const isMarked = useRef(false)
  useEffect(() => {
    if (!capturing || promptId === null || isMarked.current) return
    isMarked.current = true
    markAsked(userId, { promptId, storyId, at: nowInstant() })
  }, [userId, storyId, promptId, capturing])
}
