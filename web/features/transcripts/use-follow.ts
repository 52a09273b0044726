import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import type { ListHandle } from './line-list-view.tsx'
import { useSpokenMark } from './spoken-mark.ts'
import type { TranscriptSession } from './transcript-session.ts'

/** Keeps the line being spoken in view during playback. Once the person scrolls away it stops, and offers a way back. */
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
      // A pressed line must not scroll: it would move away under a double click.
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

  // Playback may jump to the third hour without any scrolling through the first two: all lines up to there are loaded.
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
