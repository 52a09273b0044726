import { useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** How many items are rendered at first. */
const AT_FIRST = 60

export type Portion<T> = {
  drawn: readonly T[]
  /** How many items are not rendered, and a function that renders as many again as are rendered by now; null when all are. */
  more: { left: number; draw: () => void } | null
}

/**
 * The part of a long list that is rendered. Two thousand photographs at once kept a phone busy for forty seconds, and each of them
 * requested its address. Items that are added later one by one are rendered, and nothing that is rendered disappears again, since
 * somebody may be writing in it. For printing, the whole list is rendered.
 *
 * @param from the end of the list that is rendered first
 * @param isSought items that are rendered wherever they are, up to the initial number: somebody is looking for them
 */
export function usePortion<T>(
  items: readonly T[],
  from: 'first' | 'last' | 'all',
  isSought: (item: T) => boolean = () => false,
): Portion<T> {
  const printing = usePrinting()
  const [known, setKnown] = useState({ count: 0, left: 0 })
  const sought = new Set(from === 'all' ? [] : items.filter(isSought).slice(0, AT_FIRST))
  const others = sought.size === 0 ? items : items.filter((item) => !sought.has(item))
  const count = others.length
  if (count !== known.count) setKnown({ count, left: leftOf(known, count, from) })
  const hidden = printing || from === 'all' ? 0 : Math.min(known.left, Math.max(0, count - AT_FIRST))
  if (hidden === 0) return { drawn: items, more: null }

  const shown = count - hidden
  const begins = from === 'first' ? 0 : hidden
  const portion = new Set(others.slice(begins, begins + shown))
  const drawn = items.filter((item) => portion.has(item) || sought.has(item))
  const draw = () => setKnown({ count, left: Math.max(0, hidden - shown) })
  return { drawn, more: { left: hidden, draw } }
}

/**
 * How many items stay unrendered after their count has changed: of many that arrive at once, those beyond the initial number. With
 * `from` "last" that would hide rendered items, so there all new ones are rendered.
 */
function leftOf(known: { count: number; left: number }, count: number, from: string): number {
  const come = count - known.count
  if (from === 'last' && known.count > 0) return known.left
  return known.left + Math.max(0, come - AT_FIRST)
}
