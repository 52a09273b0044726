import { type RefObject, useEffect } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { spokenWordAt } from './spoken-word.ts'

/**
 * Marks the word that is being said in the page itself, an attribute on one element a word: no list is drawn anew for it.
 * @param onLine told when another line is being said
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
    // Nothing is being said before somebody has played or gone somewhere.
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
