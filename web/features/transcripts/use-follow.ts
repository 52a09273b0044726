import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import type { ListHandle } from './line-list-view.tsx'
import { useSpokenMark } from './spoken-mark.ts'
import type { TranscriptSession } from './transcript-session.ts'

/**
 * Keeps the line that is being said in view while it plays. Whoever scrolls away is left alone, and offered the way back.
 */
export function useFollow(
  media: HTMLMediaElement | null,
  session: TranscriptSession,
  lines: RefObject<readonly TranscriptLine[]>,
  list: RefObject<HTMLElement | null>,
  handle: RefObject<ListHandle | null>,
  follows: boolean,
): { isLost: boolean; goBack: () => void } {
  const [isLost, setIsLost] = useState(false)
  const state = useRef({ follows, isAway: false, line: 0 })
  state.current.follows = follows

  const onLine = useCallback(
    (line: number) => {
      state.current.line = line
      const { current: shown } = handle
      // A line that moved away under the first press would never be pressed twice.
      const isSeen = shown === null || shown.isPressed(line) || shown.isInView(line)
      if (isSeen) {
        state.current.isAway = false
        setIsLost(false)
      } else if (state.current.isAway || !state.current.follows) setIsLost(true)
      else handle.current?.showLine(line)
    },
    [handle],
  )
  useSpokenMark(media, lines, list, onLine)

  // Whoever goes to the third hour has not scrolled through the first two: the lines until there are read.
  useEffect(() => {
    if (media === null) return
    const readOn = () => {
      const ms = media.currentTime * 1_000
      session.loadUntil((read) => (read.at(-1)?.startMs ?? 0) > ms)
    }
    media.addEventListener('timeupdate', readOn)
    return () => media.removeEventListener('timeupdate', readOn)
  }, [media, session])

  useEffect(() => {
    const goAway = () => {
      if (media && !media.paused) state.current.isAway = true
    }
    window.addEventListener('wheel', goAway, { passive: true })
    window.addEventListener('touchmove', goAway, { passive: true })
    return () => {
      window.removeEventListener('wheel', goAway)
      window.removeEventListener('touchmove', goAway)
    }
  }, [media])

  const goBack = () => {
    state.current.isAway = false
    setIsLost(false)
    handle.current?.showLine(state.current.line)
  }
  return { isLost, goBack }
}
