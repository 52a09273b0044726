import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store; whoever uses it is drawn anew when that changes. */
export function useWatched<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get)
}
