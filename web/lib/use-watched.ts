import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store; whoever uses it is drawn anew when that changes. */
export function useWatched<T>(store: Pick<Store<T>, 'get' | 'watch'>): T {
  return useSyncExternalStore(store.watch, store.get)
}
