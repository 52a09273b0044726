import { GripVertical } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cn } from './cn.ts'
import { WithMore } from './portioned.tsx'
import { usePortion } from './use-portion.ts'

export type SortableListProps<T extends { id: string }> = {
  items: readonly T[]
  label: string
  /** An item's name, for announcing its move. */
  nameOf: (item: T) => string
  className?: string
  itemClassName?: string
  /** Which end of a long list is rendered first, and the label of the button for the rest. Without `from`, all of it is rendered. */
  from?: 'first' | 'last'
  moreLabel?: string
  /** Items that are rendered wherever they are in the list. */
  isSought?: (item: T) => boolean
  /** Saves the new order. The list shows it until the promise settles, then follows `items`. With several at once, the last one counts. */
  onArrange: (ids: string[]) => Promise<unknown>
  children: (item: T, grip: ReactNode) => ReactNode
}

/** A list whose items are moved by their grip: dragged with mouse or finger, or with the arrow keys. */
export function SortableList<T extends { id: string }>(props: SortableListProps<T>) {
  const { items, label, nameOf, className, itemClassName, from, moreLabel, isSought, onArrange, children } =
    props
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<string | null>(null)
  const [order, setOrder] = useState<string[] | null>(null)
  const [dragged, setDragged] = useState<{ id: string; pointerId: number } | null>(null)
  const arranged = useRef<string[] | null>(null)
  /** The newest order: an earlier one that settles late must neither replace it on the screen nor be the base of the next move. */
  const newest = useRef<string[] | null>(null)
  const [said, setSaid] = useState('')
  const shown = inOrder(items, order)
  const { drawn, more } = usePortion(shown, from ?? 'all', isSought)

  // Moving a row in the DOM takes the focus from its grip, so give it back.
  useLayoutEffect(() => {
    if (focused.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-grip="${focused.current}"]`)?.focus()
    focused.current = null
  })

  const show = (ids: string[] | null) => {
    newest.current = ids
    setOrder(ids)
  }
  const settle = (ids: string[]) => {
    show(ids)
    onArrange(ids)
      .catch(() => undefined)
      .finally(() => (newest.current === ids ? show(null) : undefined))
  }
  const moved = (item: T, to: number): string[] => {
    const ids = shown.map(({ id }) => id).filter((id) => id !== item.id)
    return ids.toSpliced(to, 0, item.id)
  }
  const onKeyDown = (item: T) => (event: KeyboardEvent) => {
    const step = stepOf(event)
    const to = shown.indexOf(item) + step
    const neighbour = shown[to]
    if (step === 0 || neighbour === undefined) return
    event.preventDefault()
    // Renders more of the list if needed, so that the moved row stays visible and focused.
    if (!drawn.includes(neighbour)) more?.draw()
    focused.current = item.id
    setSaid(`${nameOf(item)}: place ${to + 1} of ${shown.length}`)
    settle(moved(item, to))
  }
  const onPointerDown = (item: T) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    arranged.current = null
    setDragged({ id: item.id, pointerId: event.pointerId })
  }
  const dragOver = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const item = shown.find(({ id }) => id === dragged?.id)
    const under = document.elementFromPoint(clientX, clientY)?.closest('[data-sortable]')
    if (!item || !(under instanceof HTMLElement) || !list.current?.contains(under)) return
    const to = shown.findIndex(({ id }) => id === under.dataset.sortable)
    if (to === -1 || shown[to] === item) return
    arranged.current = moved(item, to)
    show(arranged.current)
  }
  const drop = () => {
    setDragged(null)
    if (arranged.current !== null) settle(arranged.current)
  }
  const cancel = () => {
    setDragged(null)
    show(null)
  }

  // On the document: a row that moves in the DOM loses its pointer capture, and would miss the pointer's release.
  useLayoutEffect(() => {
    if (dragged === null) return
    const listening = new AbortController()
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: typeof dragOver) =>
      document.addEventListener(
        type,
        (event) => {
          if (event.pointerId === dragged.pointerId) act(event)
        },
        { signal: listening.signal },
      )
    listen('pointermove', dragOver)
    listen('pointerup', drop)
    listen('pointercancel', cancel)
    return () => listening.abort()
  })

  return (
    <>
      <WithMore more={more} from={from ?? 'first'} label={moreLabel}>
        <ul ref={list} aria-label={label} className={className}>
          {drawn.map((item) => (
            <li
              key={item.id}
              data-sortable={item.id}
              className={cn(itemClassName, dragged?.id === item.id && 'opacity-60 outline-3 outline-ring')}
            >
              {children(
                item,
                shown.length > 1 ? (
                  <button
                    type="button"
                    data-grip={item.id}
                    aria-label={`Move ${nameOf(item)}`}
                    title="Drag, or press the arrow keys"
                    className="flex size-12 shrink-0 cursor-grab touch-none items-center justify-center rounded-full text-muted hover:bg-foreground/8 active:cursor-grabbing"
                    onKeyDown={onKeyDown(item)}
                    onPointerDown={onPointerDown(item)}
                  >
                    <GripVertical size={22} aria-hidden="true" />
                  </button>
                ) : null,
              )}
            </li>
          ))}
        </ul>
      </WithMore>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  )
}

function inOrder<T extends { id: string }>(items: readonly T[], order: string[] | null): readonly T[] {
  if (order === null) return items
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? order.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** With a modifier the arrow keys are the browser's: they lead back, or to the end of the page. */
function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0
  if (key === 'ArrowUp' || key === 'ArrowLeft') return -1
  return key === 'ArrowDown' || key === 'ArrowRight' ? 1 : 0
}
