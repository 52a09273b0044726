import type { PhoneReport } from '#contract/recording-links.ts'
import { hearLive } from '../../../lib/live.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/** A report comes about once a second; after this long without one, the phone counts as away. */
const awayAfterMs = 4_500

export type WatchedPhone = {
  /** The phone's latest report; null until it first opens the link. */
  report: PhoneReport | null
  /** Whether a report came recently. */
  isHere: boolean
  /** The links that reports came from: they may include one that was created before this page was reloaded. */
  linkIds: readonly string[]
}

export const unheard: WatchedPhone = { report: null, isHere: false, linkIds: [] }

/** Follows the reports of the phone beside this computer about one story until the signal aborts. Relatives' reports are left out. */
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
