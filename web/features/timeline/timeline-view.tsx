import { Link } from '@tanstack/react-router'
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { HeldButton } from '../../ui/held-button.tsx'
import { pressedKey } from '../../ui/pressed-key.ts'
import { textScale } from '../../ui/text-scale.ts'
import { usePortion } from '../../ui/use-portion.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { inRows, type Life, type Placed, type Told, ticksOf } from './lay-out.ts'
import type { Timeline } from './use-timeline.ts'

/** Sizes of whatever contains text grow with the browser's font size. */
const letters = textScale()
const rowHeight = 56 * letters
const yearsHeight = 48 * letters
const edge = 24
/** The width of a story's text beside its mark, in px. */
const storyWidth = 240 * letters
const nearest = 240 * letters
/** The width of a printed line, in px: A4 and US Letter leave as much between their usual margins. */
const paperWidth = 700
/** The average width of a character, in px, estimated on the high side. */
const letterWidth = 12 * letters

/**
 * Lives and stories on one time axis. Zooms with its buttons or + and -, and scrolls with the arrow keys. On paper, where nothing can be
 * scrolled, all years are printed.
 */
export function TimelineView({ lives, told, today }: Timeline) {
  const frame = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const [windowWidth, setWindowWidth] = useState(960)
  const width = printing ? paperWidth : windowWidth
  const [zoom, setZoom] = useState(1)
  const centre = useRef<number | null>(null)
  const first =
    Math.floor(Math.min(today - 10, ...lives.map(({ from }) => from), ...told.map(({ year }) => year)) / 10) *
    10
  const last = Math.ceil(today) + 1
  const { drawn, more } = usePortion(lives, 'first')
  // The latest stories are usually at the right end, where room is reserved for their text.
  const room = told.length > 0 ? Math.min(storyWidth, width * 0.5) : 0
  const fitting = Math.max(1, (width - 2 * edge - room) / (last - first))
  const scale = Math.min(nearest, fitting * (printing ? 1 : zoom))
  const at = (year: number) => edge + (year - first) * scale

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new ResizeObserver(() => setWindowWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  // Zooming keeps the year in the middle of the view.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || centre.current === null) return
    element.scrollLeft = edge + (centre.current - first) * scale - element.clientWidth / 2
  }, [scale, first])

  const keepCentre = () => {
    const element = frame.current
    if (element) centre.current = first + (element.scrollLeft + element.clientWidth / 2 - edge) / scale
  }
  const look = (next: number) => {
    keepCentre()
    setZoom(Math.min(Math.max(1, next), nearest / fitting))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = pressedKey(event)
    if (key === '+' || key === '=') look(zoom * 1.5)
    else if (key === '-') look(zoom / 1.5)
    else if (key === '0') look(1)
    else return
    event.preventDefault()
  }

  const people = useMemo(
    () =>
      inRows(
        drawn,
        ({ from }) => from * scale,
        ({ from, to, name }) => Math.max((to - from) * scale, name.length * letterWidth + 2 * edge),
      ),
    [drawn, scale],
  )
  const stories = useMemo(
    () =>
      inRows(
        told,
        ({ year }) => year * scale,
        () => storyWidth,
      ),
    [told, scale],
  )
  const peopleTop = yearsHeight + 16
  const storiesTop = peopleTop + rowsOf(people) * rowHeight + (people.length > 0 ? 24 : 0)
  const height = storiesTop + rowsOf(stories) * rowHeight + 16
  const lineWidth = Math.max(width, at(last) + edge + room)

  return (
    <section aria-label="Timeline" onKeyDown={onKeyDown}>
      {more ? (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <p>{countOf(drawn.length, 'person', 'people')} are shown, those closest to you first.</p>
          <Button variant="outline" onClick={more.draw}>
            Show more people ({more.left.toLocaleString('en')})
          </Button>
        </div>
      ) : null}
      <div data-repeat className="mb-4 flex flex-wrap items-center gap-2">
        <HeldButton
          variant="outline"
          size="icon"
          aria-label="Look closer"
          held={scale >= nearest}
          onClick={() => look(zoom * 1.5)}
        >
          <ZoomIn aria-hidden="true" />
        </HeldButton>
        <HeldButton
          variant="outline"
          size="icon"
          aria-label="See more years"
          held={zoom <= 1}
          onClick={() => look(zoom / 1.5)}
        >
          <ZoomOut aria-hidden="true" />
        </HeldButton>
        <HeldButton
          variant="outline"
          size="icon"
          aria-label="See all years"
          held={zoom <= 1}
          onClick={() => look(1)}
        >
          <Maximize2 aria-hidden="true" />
        </HeldButton>
        <p className="text-sm sm:ms-2 text-muted">A faded end or a dashed mark: not known for sure.</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it contains no form fields */}
      <div
        ref={frame}
        // After zooming, scrolling determines the new middle.
        onScroll={() => (centre.current === null || printing ? undefined : keepCentre())}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label="Years, stories and lives"
        className="overflow-x-auto rounded-card bg-card shadow-card print:[print-color-adjust:exact]"
      >
        <div className="relative" style={{ width: lineWidth, height }}>
          {ticksOf(first, last, scale / letters).map((year) => (
            <div
              key={year}
              aria-hidden="true"
              className="absolute inset-y-0 border-s border-border"
              style={{ insetInlineStart: at(year) }}
            >
              <span className="sticky top-0 block ps-2 pt-3 text-sm text-muted tabular-nums">
                {yearWords(year)}
              </span>
            </div>
          ))}
          <ul aria-label="Lives">
            {people.map((life) => (
              <LifeBar
                key={life.id}
                life={life}
                start={at(life.from)}
                length={(life.to - life.from) * scale}
                top={peopleTop}
              />
            ))}
          </ul>
          <ul aria-label="Stories">
            {stories.map((story) => (
              <StoryMark key={story.id} story={story} start={at(story.year)} top={storiesTop} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

function LifeBar({
  life,
  start,
  length,
  top,
}: {
  life: Placed<Life>
  start: number
  length: number
  top: number
}) {
  const { id, name, words, row, isFromSure, isToSure } = life
  return (
    <li className="absolute" style={{ insetInlineStart: start, top: top + row * rowHeight }}>
      <Link
        to="/app/family/$memberId"
        params={{ memberId: id }}
        title={`${name}: ${words}`}
        className="relative flex min-h-12 items-center px-3 text-leaf hover:underline"
        style={{ minWidth: Math.max(length, 12) }}
      >
        <span
          aria-hidden="true"
          className="absolute inset-y-1 start-0 rounded-full bg-tint forced-colors:border"
          style={{ width: Math.max(length, 12), maskImage: faded(isFromSure, isToSure) }}
        />
        <span dir="auto" className="relative font-semibold whitespace-nowrap">
          {name}
        </span>
        <span className="sr-only">, {words}</span>
      </Link>
    </li>
  )
}

function StoryMark({ story, start, top }: { story: Placed<Told>; start: number; top: number }) {
  const { id, title, words, row, isSure } = story
  return (
    <li
      className="absolute"
      style={{ insetInlineStart: start - 8, top: top + row * rowHeight, width: storyWidth - 8 }}
    >
      <Link
        to="/app/stories/$storyId"
        params={{ storyId: id }}
        title={`${title}: ${words}`}
        className="flex min-h-12 items-center gap-2 hover:underline"
      >
        <span
          aria-hidden="true"
          className={cn(
            'size-4 shrink-0 rounded-full border-2 border-leaf',
            isSure ? 'bg-primary' : 'border-dashed bg-card',
          )}
        />
        <span dir="auto" className="truncate font-story font-semibold">
          {title}
        </span>
        <span className="sr-only">, {words}</span>
      </Link>
    </li>
  )
}

const rowsOf = (placed: readonly { row: number }[]) =>
  placed.reduce((most, { row }) => Math.max(most, row + 1), 0)

const yearWords = (year: number) => (year > 0 ? `${year}` : `${1 - year} BC`)

function faded(isFromSure: boolean, isToSure: boolean): string {
  return `linear-gradient(to right, ${isFromSure ? 'black' : 'transparent'}, black 30%, black 70%, ${isToSure ? 'black' : 'transparent'})`
}
