import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store; the component that uses it rerenders when the value changes. */
export function useWatched<T>(store: Pick<Store<T>, 'get' | 'watch'>): T {
  return useSyncExternalStore(store.watch, store.get, store.get)
}
