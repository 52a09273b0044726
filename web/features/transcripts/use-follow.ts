import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import type { ListHandle } from './line-list-view.tsx'
import { useSpokenMark } from './spoken-mark.ts'
import type { TranscriptSession } from './transcript-session.ts'
import { isField } from './use-shortcuts.ts'

/** The keys with which a browser scrolls. Space is not among them: here it plays and pauses. */
const scrolling = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']

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
    const onKey = ({ key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent) => {
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isField(target)) return
      if (scrolling.includes(key)) goAway()
    }
    const onPress = ({ target }: PointerEvent) => {
      // The window's scroll bar belongs to the root element, which nothing else of the page is.
      if (target === document.documentElement) goAway()
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('wheel', goAway, { passive: true, signal })
    window.addEventListener('touchmove', goAway, { passive: true, signal })
    window.addEventListener('keydown', onKey, { signal })
    window.addEventListener('pointerdown', onPress, { passive: true, signal })
    return () => listening.abort()
  }, [media])

  const goBack = () => {
    state.current.isAway = false
    setIsLost(false)
    handle.current?.showLine(state.current.line)
  }
  return { isLost, goBack }
}
