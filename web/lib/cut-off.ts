import type { Query } from '@tanstack/react-query'
import { createStore } from './store.ts'

/**
 * Whether Kinora seems to be out of reach: the browser says that it is offline, and no answer has come since. (A server on the same
 * machine answers even without a network.)
 */
export const cutOff = createStore(false)

/** Makes `cutOff` follow the browser's online state from now on. */
export function followNetwork(): void {
  const look = () => cutOff.set(!navigator.onLine)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  look()
}

/** Records that a query succeeded. Query keys of server calls begin with a path (an array), those of local data with a word. */
export function noteAnswer({ queryKey: [asked] }: Pick<Query, 'queryKey'>): void {
  if (Array.isArray(asked)) cutOff.set(false)
}
