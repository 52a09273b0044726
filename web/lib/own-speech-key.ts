import { useSyncExternalStore } from 'react'
import { idOnDevice } from './request.ts'
import { createStore } from './store.ts'

// A person's own Google key. It is kept in this store, in memory, and nowhere else: not in the browser's storage, not on our server.
// It is gone with the tab, after a reload and after signing out.
const kept = createStore<{ key: string; userId: string | null } | null>(null)

export function ownSpeechKey(): string | null {
  const given = kept.get()
  // A different person who signs in in this tab does not get it.
  return given !== null && given.userId === idOnDevice() ? given.key : null
}

/** @param given the key; null forgets it */
export function setOwnSpeechKey(given: string | null): void {
  kept.set(given === null ? null : { key: given, userId: idOnDevice() })
}

/** Whether this tab has a key. The key itself is only for the code that calls Google. */
export function useHasOwnSpeechKey(): boolean {
  return useSyncExternalStore(kept.watch, () => ownSpeechKey() !== null)
}
