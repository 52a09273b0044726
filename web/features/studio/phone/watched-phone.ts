import type { PhoneReport } from '#contract/recording-links.ts'
import { hearLive } from '../../../lib/live.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/** A report comes about once a second; after this many without one the phone is away. */
const awayAfterMs = 4_500

export type WatchedPhone = {
  /** The last that was heard of it; null before it first opened the link. */
  report: PhoneReport | null
  /** Whether it was heard of just now. */
  isHere: boolean
}

/** What the phone of one story tells, as long as the signal lasts. */
export function watchPhone(userId: string, storyId: string, signal: AbortSignal): Store<WatchedPhone> {
  const store = createStore<WatchedPhone>({ report: null, isHere: false })
  let away: ReturnType<typeof setTimeout> | undefined

  hearLive(userId, signal, (event) => {
    if (event.type !== 'phone' || event.storyId !== storyId) return
    const { state, level, keptMs, sentMs } = event
    store.set({ report: { state, level, keptMs, sentMs }, isHere: true })
    clearTimeout(away)
    away = setTimeout(() => store.set({ ...store.get(), isHere: false }), awayAfterMs)
  })
  signal.addEventListener('abort', () => clearTimeout(away))
  return store
}

/** Whether a phone has, or may have, seconds that are not yet safe on the server. */
export function hasUnsafe({ report }: WatchedPhone): boolean {
  if (report === null || report.state === 'ready' || report.state === 'safe') return false
  return report.state !== 'failed' || report.keptMs > 0
}
