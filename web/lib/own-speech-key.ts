import { useSyncExternalStore } from 'react'
import { idOnDevice } from './request.ts'

// A person's own Google key. It is in this variable and nowhere else: not in the browser's storage, not on our server;
// with the tab, a reload or signing out it is gone.
let kept: { key: string; userId: string | null } | null = null
const listeners = new Set<() => void>()

export function ownSpeechKey(): string | null {
  // Whoever signs in next in this tab does not find it.
  return kept !== null && kept.userId === idOnDevice() ? kept.key : null
}

/** @param given null forgets it */
export function setOwnSpeechKey(given: string | null): void {
  kept = given === null ? null : { key: given, userId: idOnDevice() }
  for (const listener of listeners) listener()
}

/** Whether this tab has a key; the key itself is only for who asks Google. */
export function useHasOwnSpeechKey(): boolean {
  return useSyncExternalStore(subscribe, () => ownSpeechKey() !== null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
