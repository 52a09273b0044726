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
  /** By which links it was heard of: it may have opened one that this page, loaded anew since, has not made. */
  linkIds: readonly string[]
}

export const unheard: WatchedPhone = { report: null, isHere: false, linkIds: [] }

/** What the phone beside this computer tells of one story, as long as the signal lasts. A relative tells theirs somewhere else. */
export function watchPhone(userId: string, storyId: string, signal: AbortSignal): Store<WatchedPhone> {
  const store = createStore(unheard)
  let away: ReturnType<typeof setTimeout> | undefined

  hearLive(userId, signal, (event) => {
    if (event.type !== 'phone' || event.storyId !== storyId || event.purpose === 'relative') return
    const { linkId, state, level, keptMs, sentMs } = event
    const { linkIds: known } = store.get()
    const linkIds = known.includes(linkId) ? known : [...known, linkId]
    store.set({ report: { state, level, keptMs, sentMs }, isHere: true, linkIds })
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
