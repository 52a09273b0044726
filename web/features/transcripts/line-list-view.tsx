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

/** What others ask of the list. */
export type ListHandle = {
  /** Brings a line into view, whether or not it has been drawn. */
  showLine: (index: number) => void
  focusWord: (place: WordPlace) => void
  isInView: (index: number) => boolean
  /** Whether a word of this line was pressed last, with no other line asked about since: it stands where it was pressed. */
  isPressed: (index: number) => boolean
}

export type LineListViewProps = {
  session: TranscriptSession
  snapshot: Snapshot
  /** How many lines there are, read or not. */
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
  /** The height of what stands above the lines however far one scrolls; 0 where nothing does. */
  stickyHeight: number
  list: RefObject<HTMLOListElement | null>
  handle: RefObject<ListHandle | null>
}

/** What the navigation takes at the foot of a phone, with a little air. */
const BOTTOM_BAR = 96
const noFinds: readonly Found[] = []
const noRefused: readonly Refused[] = []

/** The lines of an interview. Only those near the window are in the page; the others are read when somebody gets there. */
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
    // Whoever types or has the focus in a line keeps it, however far they scroll.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept.filter((index) => index >= 0)])].sort(
        (a, b) => a - b,
      ),
  })
  const pressed = useRef<string | null>(null)
  const pressedIndex = lines.findIndex(({ id }) => id === pressed.current)
  // What lies above the line that was pressed may lose its tools: the page moves then, and not the line.
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
    // Where no word can have the focus, what corrects the line has it.
    const wanted = layer === 'spoken' ? `[data-word="${place?.word}"][tabindex]` : '[data-correct]'
    const element = place && list.current?.querySelector(`[data-line="${place.lineId}"] ${wanted}`)
    if (!(element instanceof HTMLElement)) return
    wantsFocus.current = null
    element.focus({ preventScroll: true })
    // What was pressed is seen, and a second press is to find it where the first did.
    if (place?.lineId !== pressed.current) element.scrollIntoView({ block: 'nearest' })
  }, [list, layer])
  // A line that was far away is drawn first.
  useEffect(takeFocus)
  const focusWord = useCallback(
    (place: WordPlace) => {
      wantsFocus.current = place
      // At once: the next key may come before the next frame, and belongs to the new word.
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
    // Whoever selects text to copy it does not want to hear it.
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
            // Each line is moved, which makes a layer of it: the menu of one would lie below the lines after it, and below the player.
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

/** Where the list begins in the page; what stands above it may grow and shrink. */
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

/** About what a line will take before it has been measured. */
function heightOf(line: TranscriptLine | undefined): number {
  const letters = line?.words.reduce((sum, word) => sum + word.text.length + 1, 0) ?? 200
  return 30 + 33 * Math.max(1, Math.ceil(letters / 62))
}

/** A line may have become shorter since somebody was in it. */
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

/** Arabic and Hebrew go on to the left. */
const isRightToLeft = (target: EventTarget) =>
  target instanceof Element && getComputedStyle(target).direction === 'rtl'

/** The word under the pointer or the focus. */
function placeOf(target: EventTarget): WordPlace | null {
  const word = target instanceof Element ? target.closest('[data-word]') : null
  const line = word?.closest('[data-line]')
  const [index, lineId] = [word?.getAttribute('data-word'), line?.getAttribute('data-line')]
  return index && lineId ? { lineId, word: Number(index) } : null
}
