import { useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** So many are drawn at first. */
const AT_FIRST = 60

export type Portion<T> = {
  drawn: readonly T[]
  /** Where the first that is drawn stands among all. */
  begins: number
  /** How many are not drawn, and how as many again as there are are; null where all are. */
  more: { left: number; draw: () => void } | null
}

/**
 * The part of a long list that is drawn. Two thousand photographs at once kept a phone busy for forty seconds, and each of them
 * asked for its address. What is added by and by is drawn, and nothing that is drawn goes again: somebody may be writing in it. On
 * paper all of it stands.
 *
 * @param from the end of the list that it begins at
 */
export function usePortion<T>(items: readonly T[], from: 'first' | 'last' | 'all'): Portion<T> {
  const printing = usePrinting()
  const [known, setKnown] = useState({ count: 0, left: 0 })
  if (items.length !== known.count) setKnown({ count: items.length, left: leftOf(known, items.length, from) })
  const hidden = printing || from === 'all' ? 0 : Math.min(known.left, Math.max(0, items.length - AT_FIRST))
  if (hidden === 0) return { drawn: items, begins: 0, more: null }

  const shown = items.length - hidden
  const begins = from === 'first' ? 0 : hidden
  const draw = () => setKnown({ count: items.length, left: Math.max(0, hidden - shown) })
  return { drawn: items.slice(begins, begins + shown), begins, more: { left: hidden, draw } }
}

/** Of many that come at once so many are left as are more than what is drawn at first; not where they would take the place of others. */
function leftOf(known: { count: number; left: number }, count: number, from: string): number {
  const come = count - known.count
  if (from === 'last' && known.count > 0) return known.left
  return known.left + Math.max(0, come - AT_FIRST)
}
