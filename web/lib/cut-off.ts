import type { Query } from '@tanstack/react-query'
import { createStore } from './store.ts'

/**
 * Whether Kinora is out of reach as far as this device knows: it says that it has no network, and nothing was answered since then. A
 * server on the same machine answers without one.
 */
export const cutOff = createStore(false)

/** From now on `cutOff` follows what the browser says of the network. */
export function followNetwork(): void {
  const look = () => cutOff.set(!navigator.onLine)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  look()
}

/** Something was read. What the server is asked for is named by a path, what this device knows itself by a word. */
export function noteAnswer({ queryKey: [asked] }: Pick<Query, 'queryKey'>): void {
  if (Array.isArray(asked)) cutOff.set(false)
}
