import type { DateFormat } from '#contract/account.ts'
import { isAnythingUnsaved } from '../ui/unsaved.ts'
import { deviceMemory } from './device-memory.ts'
import { createStore } from './store.ts'
import { useWatched } from './use-watched.ts'

const formats: readonly DateFormat[] = ['month-first', 'day-first', 'year-first']
/** The account keeps the choice; this device remembers it, so that the first picture is right already. */
const key = 'kinora.dates'

const chosen = createStore(remembered())
/** Grows with each change that did not come from this page: a page with it as its key is drawn anew. */
export const datesFromElsewhere = createStore(0)

/** How dates are written now. */
export function dateFormat(): DateFormat {
  return chosen.get()
}

/** Writes dates this way from now on, because the person here said so. */
export function chooseDateFormat(format: DateFormat): void {
  if (format === chosen.get()) return
  deviceMemory.setItem(key, format)
  chosen.set(format)
}

/**
 * Writes dates as the account says, where somebody chose so on another device. A page in which somebody writes or watches
 * something is not taken from them for it: its dates are written so as soon as they are drawn for another reason.
 */
export function followDateFormat(format: DateFormat): void {
  if (format === chosen.get()) return
  const isInHand = isAnythingUnsaved() || document.querySelector('video,audio')
  if (!isInHand) datesFromElsewhere.set(datesFromElsewhere.get() + 1)
  chooseDateFormat(format)
}

/** How dates are written; whoever uses it is drawn anew when that changes. */
export function useDateFormat(): DateFormat {
  return useWatched(chosen)
}

function remembered(): DateFormat {
  const stored = deviceMemory.getItem(key)
  return formats.find((format) => format === stored) ?? 'month-first'
}
