import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { nameOfSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import type { Refused } from './edits-here.ts'
import type { Found } from './find-in-lines.ts'
import type { LineActions, WordPlace } from './line-actions.ts'
import { type Layer, LineRow } from './line-row.tsx'
import type { Snapshot, TranscriptSession } from './transcript-session.ts'
import { moveWord, placeOfKey } from './word-keys.ts'

/** What the surrounding view can ask of the list. */
export type ListHandle = {
  /** Brings a line into view, whether or not it has been drawn. */
  showLine: (index: number) => void
  focusWord: (place: WordPlace) => void
  isInView: (index: number) => boolean
  /** Whether the last word pressed is in this line, with no other line asked about since. Such a line must not move. */
  isPressed: (index: number) => boolean
}

export type LineListViewProps = {
  session: TranscriptSession
  snapshot: Snapshot
  /** How many lines the transcript has, loaded or not. */
  lineCount: number
  layer: Layer
  active: WordPlace | null
  onActive: (place: WordPlace) => void
  editing: WordPlace | null
  marksUnsure: boolean
  finds: ReadonlyMap<string, readonly Found[]>
  currentFind: Found | null
  canChange: boolean
  actions: LineActions
  onKey: (event: KeyboardEvent, place: WordPlace) => void
  /** The height of the head (player and tools) that sticks above the lines while scrolling; 0 where it does not stick. */
  stickyHeight: number
  list: RefObject<HTMLOListElement | null>
  handle: RefObject<ListHandle | null>
}

/** The height of the navigation at the bottom of a phone's screen, with a small margin. */
const BOTTOM_BAR = 96
const noFinds: readonly Found[] = []
const noRefused: readonly Refused[] = []

/**
 * The lines of an interview, virtualized: only those near the viewport are in the page, and further pages are loaded on scrolling to
 * them.
 */
export function LineListView(props: LineListViewProps) {
  const { session, snapshot, lineCount, layer, active, editing, actions, list, handle, onActive } = props
  const { lines, speakers, isComplete } = snapshot
  const count = isComplete ? lines.length : Math.max(lineCount, lines.length + 1)
  const margin = useDistanceFromTop(list)
  const kept = [active?.lineId, editing?.lineId].map((id) => lines.findIndex((line) => line.id === id))

  const virtualizer = useWindowVirtualizer({
    count,
    scrollMargin: margin,
    overscan: 6,
    scrollPaddingStart: props.stickyHeight,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => lines[index]?.id ?? `unread ${index}`,
    // A line that is being edited or has the focus stays rendered, however far it is scrolled away.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept.filter((index) => index >= 0)])].sort(
        (a, b) => a - b,
      ),
  })
  const pressed = useRef<string | null>(null)
  const pressedIndex = lines.findIndex(({ id }) => id === pressed.current)
  // Lines above the pressed one may shrink as their tools disappear. The page then scrolls to compensate, so that the
  // pressed line stays put.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange =
    pressedIndex < 0
      ? undefined
      : ({ index, end }, _delta, { scrollOffset }) => index < pressedIndex || end <= (scrollOffset ?? 0)
  const printing = usePrinting()
  const rows = printing
    ? lines.map(({ id: key }, index) => ({ index, key, start: 0 }))
    : virtualizer.getVirtualItems()
  const lastWanted = rows.findLast(({ index }) => !kept.includes(index))?.index ?? 0

  useEffect(() => {
    if (lastWanted >= lines.length - 20 && !isComplete) {
      session.loadUntil((read) => read.length > lastWanted + 20)
    }
  }, [session, lastWanted, lines.length, isComplete])

  const wantsFocus = useRef<WordPlace | null>(null)
  const takeFocus = useCallback(() => {
    const place = wantsFocus.current
    // In the reading layer words cannot take the focus; the line's edit button takes it instead.
    const wanted = layer === 'spoken' ? `[data-word="${place?.word}"][tabindex]` : '[data-correct]'
    const element = place && list.current?.querySelector(`[data-line="${place.lineId}"] ${wanted}`)
    if (!(element instanceof HTMLElement)) return
    wantsFocus.current = null
    element.focus({ preventScroll: true })
    // A pressed word is visible already, and must not scroll away before a second press (a double click).
    if (place?.lineId !== pressed.current) element.scrollIntoView({ block: 'nearest' })
  }, [list, layer])
  // A line far away has to be rendered before it can take the focus.
  useEffect(takeFocus)
  const focusWord = useCallback(
    (place: WordPlace) => {
      wantsFocus.current = place
      // `flushSync`: the next key may come before the next frame, and must already go to the new word.
      flushSync(() => onActive({ ...place }))
      takeFocus()
    },
    [onActive, takeFocus],
  )

  useImperativeHandle(handle, () => ({
    showLine: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
    focusWord,
    isInView: (index) => {
      const element = list.current?.querySelector(`[data-index="${index}"]`)
      if (!element) return false
      const { top, bottom } = element.getBoundingClientRect()
      return top > props.stickyHeight - 24 && bottom < window.innerHeight - BOTTOM_BAR
    },
    isPressed: (index) => {
      if (lines[index]?.id !== pressed.current) pressed.current = null
      return pressed.current !== null
    },
  }))

  const hear = (event: MouseEvent) => {
    const place = placeOf(event.target)
    // A click that ends a text selection must not start playback.
    if (place === null || window.getSelection()?.isCollapsed === false) return
    pressed.current = place.lineId
    focusWord(place)
    actions.hear(place)
  }
  const correct = (event: MouseEvent) => {
    const place = placeOf(event.target)
    if (place === null || !props.canChange) return
    actions.pause()
    actions.edit(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return
    const move = placeOfKey(event.key, isRightToLeft(event.target))
    if (move === null) return props.onKey(event, place)
    event.preventDefault()
    pressed.current = null
    const next = moveWord(lines, place, move)
    if (next) focusWord(next)
  }

  return (
    <ol
      ref={list}
      aria-label="What was said"
      onClick={hear}
      onDoubleClick={correct}
      onKeyDown={onKeyDown}
      className="relative print:h-auto!"
      style={
        { height: virtualizer.getTotalSize(), '--sticky': `${props.stickyHeight + 16}px` } as CSSProperties
      }
    >
      {rows.map(({ index, key, start }) => {
        const line = lines[index]
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-line={line?.id}
            // Each line has a transform and thus its own stacking context: without a z-index, an open menu would lie below the following
            // lines and the player.
            aria-posinset={index + 1}
            aria-setsize={count}
            className="absolute inset-x-0 top-0 has-data-[state=open]:z-40 print:static print:transform-none!"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {line ? (
              <LineRow
                line={line}
                layer={props.layer}
                name={nameOfSpeaker(line.speaker, speakers)}
                namesSpeaker={isNewSpeaker(lines, index, speakers)}
                isFirst={index === 0}
                activeWord={active?.lineId === line.id ? wordIn(line, active.word) : null}
                editingFrom={editing?.lineId === line.id ? editing.word : null}
                marksUnsure={props.marksUnsure}
                finds={props.finds.get(line.id) ?? noFinds}
                currentFind={props.currentFind?.lineId === line.id ? props.currentFind : null}
                refused={refusedIn(snapshot.refused, line.id)}
                drafts={session.drafts}
                canChange={props.canChange}
                actions={actions}
              />
            ) : (
              <Skeleton className="my-3 h-16" />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The offset of the list from the top of the page, which changes as the content above it grows and shrinks. */
function useDistanceFromTop(list: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setDistance(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return distance
}

/** The estimated height of a line in pixels, used until it has been measured. */
function heightOf(line: TranscriptLine | undefined): number {
  const letters = line?.words.reduce((sum, word) => sum + word.text.length + 1, 0) ?? 200
  return 30 + 33 * Math.max(1, Math.ceil(letters / 62))
}

/** Clamped, because the line may have become shorter since the person was in it. */
const wordIn = (line: TranscriptLine, word: number) => Math.max(0, Math.min(word, line.words.length - 1))

function isNewSpeaker(
  lines: readonly TranscriptLine[],
  index: number,
  speakers: Snapshot['speakers'],
): boolean {
  const [before, line] = [lines[index - 1], lines[index]]
  if (!before || !line) return true
  return nameOfSpeaker(before.speaker, speakers) !== nameOfSpeaker(line.speaker, speakers)
}

function refusedIn(refused: readonly Refused[], lineId: string): readonly Refused[] {
  return refused.some((each) => each.lineId === lineId)
    ? refused.filter((each) => each.lineId === lineId)
    : noRefused
}

/** Whether the text runs right to left (Arabic, Hebrew), where the arrow keys swap their meaning. */
const isRightToLeft = (target: EventTarget) =>
  target instanceof Element && getComputedStyle(target).direction === 'rtl'

/** The word under the pointer or the focus. */
function placeOf(target: EventTarget): WordPlace | null {
  const word = target instanceof Element ? target.closest('[data-word]') : null
  const line = word?.closest('[data-line]')
  const [index, lineId] = [word?.getAttribute('data-word'), line?.getAttribute('data-line')]
  return index && lineId ? { lineId, word: Number(index) } : null
}
