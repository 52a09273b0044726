import { useSyncExternalStore } from 'react'
import type { Store } from '../../recorder/store.ts'

/** The value of a store of the recorder, followed. */
export function useWatched<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get)
}
