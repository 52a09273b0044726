import { type RefObject, useEffect } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { spokenWordAt } from './spoken-word.ts'

/**
 * Marks the word being spoken by setting an attribute on its element in the DOM, so that React does not render any line for it.
 * @param onLine called when playback enters another line
 */
export function useSpokenMark(
  media: HTMLMediaElement | null,
  lines: RefObject<readonly TranscriptLine[]>,
  list: RefObject<HTMLElement | null>,
  onLine: (index: number) => void,
): void {
  useEffect(() => {
    if (media === null) return
    let frame = 0
    let marked: Element | null = null
    let line = -1

    const mark = () => {
      const place = spokenWordAt(lines.current, media.currentTime * 1_000)
      const lineId = place && lines.current[place.line]?.id
      const found =
        place && list.current?.querySelector(`[data-line="${lineId}"] [data-word="${place.word}"]`)
      if (found !== marked) {
        marked?.removeAttribute('data-spoken')
        found?.setAttribute('data-spoken', '')
        marked = found ?? null
      }
      if (place && place.line !== line) {
        line = place.line
        onLine(line)
      }
    }
    const go = () => {
      mark()
      frame = media.paused ? 0 : requestAnimationFrame(go)
    }
    const begin = () => {
      if (frame === 0) go()
    }
    // Nothing is marked until the person has played or sought for the first time.
    const events = ['play', 'seeked', 'pause'] as const
    for (const event of events) media.addEventListener(event, begin)
    if (!media.paused) begin()
    return () => {
      cancelAnimationFrame(frame)
      marked?.removeAttribute('data-spoken')
      for (const event of events) media.removeEventListener(event, begin)
    }
  }, [media, lines, list, onLine])
}
