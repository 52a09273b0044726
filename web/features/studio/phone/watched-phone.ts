import type { HeardReport, PhoneReport } from '#contract/recording-links.ts'
import { hearLive } from '../../../lib/live.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/** A report comes about once a second; after this long without one, the phone counts as away. */
const awayAfterMs = 4_500

export type WatchedPhone = {
  /**
   * The phone's latest report; null until it first opens the link. Where one phone took over from another, it is about both: the
   * state is that of the phone that still matters most, the lengths are sums.
   */
  report: PhoneReport | null
  /** Whether a report of the phone that matters most came recently. */
  isHere: boolean
  /** The links that reports came from: they may include one that was created before this page was reloaded. */
  linkIds: readonly string[]
}

export const unheard: WatchedPhone = { report: null, isHere: false, linkIds: [] }

export type HeardPhone = { report: HeardReport; isHere: boolean }

/** Follows the reports of the phones beside this computer about one story until the signal aborts. Relatives' reports are left out. */
export function watchPhone(userId: string, storyId: string, signal: AbortSignal): Store<WatchedPhone> {
  const store = createStore(unheard)
  const phones = new Map<string, HeardPhone>()
  const away = new Map<string, ReturnType<typeof setTimeout>>()

  hearLive(userId, signal, (event) => {
    if (event.type !== 'phone' || event.storyId !== storyId || event.purpose === 'relative') return
    const { type, ...report } = event
    const device = report.device ?? report.linkId
    const hear = (isHere: boolean) => {
      phones.set(device, { report, isHere })
      store.set(summaryOf([...phones.values()]))
    }
    hear(true)
    clearTimeout(away.get(device))
    away.set(
      device,
      setTimeout(() => hear(false), awayAfterMs),
    )
  })
  signal.addEventListener('abort', () => {
    for (const timer of away.values()) clearTimeout(timer)
  })
  return store
}

/** Whether a phone has, or may have, seconds that are not yet safe on the server. */
export function hasUnsafe({ report }: WatchedPhone): boolean {
  if (report === null || report.state === 'ready' || report.state === 'safe') return false
  return report.state !== 'failed' || report.keptMs > 0
}

const pressing: PhoneReport['state'][] = ['recording', 'paused', 'sending', 'safe', 'failed', 'ready']

/** What matters most comes first: seconds that are not safe, then what the phone does, then whether it is there. */
export function summaryOf(phones: readonly HeardPhone[]): WatchedPhone {
  const unsafe = ({ report }: HeardPhone) => hasUnsafe({ ...unheard, report })
  const [first] = phones.toSorted(
    (a, b) =>
      Number(unsafe(b)) - Number(unsafe(a)) ||
      pressing.indexOf(a.report.state) - pressing.indexOf(b.report.state) ||
      Number(b.isHere) - Number(a.isHere),
  )
  if (first === undefined) return unheard
  const { state, level } = first.report
  return {
    report: { state, level, keptMs: sumOf(phones, 'keptMs'), sentMs: sumOf(phones, 'sentMs') },
    isHere: first.isHere,
    linkIds: [...new Set(phones.map(({ report }) => report.linkId))],
  }
}

const sumOf = (phones: readonly HeardPhone[], length: 'keptMs' | 'sentMs') =>
  phones.reduce((sum, { report }) => sum + report[length], 0)
