import type { DateFormat } from '#contract/account.ts'
import { isAnythingUnsaved } from '../ui/unsaved.ts'
import { deviceMemory } from './device-memory.ts'
import { createStore } from './store.ts'
import { useWatched } from './use-watched.ts'

const formats: readonly DateFormat[] = ['month-first', 'day-first', 'year-first']
/** The account stores the choice; this device remembers it, so that the first render already uses it. */
const key = 'kinora.dates'

const chosen = createStore(remembered())
/** Increases with each change that was not made on this page; a page that uses it as its key is then rendered anew. */
export const datesFromElsewhere = createStore(0)

/** The format in which dates are currently written. */
export function dateFormat(): DateFormat {
  return chosen.get()
}

/** Writes dates in this format from now on, because the person chose it here. */
export function chooseDateFormat(format: DateFormat): void {
  if (format === chosen.get()) return
  deviceMemory.setItem(key, format)
  chosen.set(format)
}

/**
 * Adopts the account's format, which may have been chosen on another device. A page on which somebody is writing or watching
 * something is not rendered anew for it: its dates change when they are next rendered for another reason.
 */
export function followDateFormat(format: DateFormat): void {
  if (format === chosen.get()) return
  const isInHand = isAnythingUnsaved() || document.querySelector('video,audio')
  if (!isInHand) datesFromElsewhere.set(datesFromElsewhere.get() + 1)
  chooseDateFormat(format)
}

/** The current date format; the component that uses it rerenders when the format changes. */
export function useDateFormat(): DateFormat {
  return useWatched(chosen)
}

function remembered(): DateFormat {
  const stored = deviceMemory.getItem(key)
  return formats.find((format) => format === stored) ?? 'month-first'
}
