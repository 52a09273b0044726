import { useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** So many are drawn at first. */
const AT_FIRST = 60

export type Portion<T> = {
  drawn: readonly T[]
  /** How many are not drawn, and how as many again as there are are; null where all are. */
  more: { left: number; draw: () => void } | null
}

/**
 * The part of a long list that is drawn. Two thousand photographs at once kept a phone busy for forty seconds, and each of them
 * asked for its address. What is added by and by is drawn, and nothing that is drawn goes again: somebody may be writing in it. On
 * paper all of it stands.
 *
 * @param from the end of the list that it begins at
 * @param isSought which are drawn wherever they stand, as many as at first: somebody is looking for them
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

/** Of many that come at once so many are left as are more than what is drawn at first; not where they would take the place of others. */
function leftOf(known: { count: number; left: number }, count: number, from: string): number {
  const come = count - known.count
  if (from === 'last' && known.count > 0) return known.left
  return known.left + Math.max(0, come - AT_FIRST)
}
