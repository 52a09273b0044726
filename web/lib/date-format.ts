import { useSyncExternalStore } from 'react'
import type { DateFormat } from '#contract/account.ts'
import { deviceMemory } from './device-memory.ts'

const formats: readonly DateFormat[] = ['month-first', 'day-first', 'year-first']
/** The account keeps the choice; this device remembers it, so that the first picture is right already. */
const key = 'kinora.dates'

let chosen: DateFormat = remembered()
let changesFromElsewhere = 0
const listeners = new Set<() => void>()

/** How dates are written now. */
export function dateFormat(): DateFormat {
  return chosen
}

/** Writes dates this way from now on, because the person here said so. */
export function chooseDateFormat(format: DateFormat): void {
  if (format === chosen) return
  chosen = format
  deviceMemory.setItem(key, format)
  for (const listener of listeners) listener()
}

/** Writes dates as the account says, where somebody chose so on another device. */
export function followDateFormat(format: DateFormat): void {
  if (format === chosen) return
  changesFromElsewhere += 1
  chooseDateFormat(format)
}

/** How dates are written; whoever uses it is drawn anew when that changes. */
export function useDateFormat(): DateFormat {
  return useSyncExternalStore(subscribe, dateFormat)
}

/** Grows with each change that did not come from this page: a page with it as its key is drawn anew. */
export function useDatesFromElsewhere(): number {
  return useSyncExternalStore(subscribe, () => changesFromElsewhere)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function remembered(): DateFormat {
  const stored = deviceMemory.getItem(key)
  return formats.find((format) => format === stored) ?? 'month-first'
}
