import { useSyncExternalStore } from 'react'
import { idOnDevice } from './request.ts'
import { createStore } from './store.ts'

// A person's own Google key. It is in this store, in memory, and nowhere else: not in the browser's storage, not on our server;
// with the tab, a reload or signing out it is gone.
const kept = createStore<{ key: string; userId: string | null } | null>(null)

export function ownSpeechKey(): string | null {
  const given = kept.get()
  // Whoever signs in next in this tab does not find it.
  return given !== null && given.userId === idOnDevice() ? given.key : null
}

/** @param given null forgets it */
export function setOwnSpeechKey(given: string | null): void {
  kept.set(given === null ? null : { key: given, userId: idOnDevice() })
}

/** Whether this tab has a key; the key itself is only for who asks Google. */
export function useHasOwnSpeechKey(): boolean {
  return useSyncExternalStore(kept.watch, () => ownSpeechKey() !== null)
}
