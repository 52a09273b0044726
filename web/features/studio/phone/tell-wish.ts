import { isUnknown } from '../../../lib/errors.ts'
import type { Store } from '../../../lib/store.ts'
import { backoffMs } from '../../../recorder/upload/backoff.ts'
import { createBell } from '../../../recorder/upload/bell.ts'

export type WishPorts = {
  /** What changes with each report of the phone, which shows that the server can be reached. */
  reports: Pick<Store<unknown>, 'watch'>
  /** Aborts when another wish takes the place of this one. */
  signal: AbortSignal
  /** Called after each attempt that failed and is followed by another. */
  missed?: () => void
}

/**
 * Tells the server a wish to the phone until the server has taken it: the phone may record on for hours while this computer has no
 * network, or its person is signed out. Tries again at once when the network is back and when the phone reports.
 * @returns whether the server took it; false where it knows no such link, or another wish came. Never rejects
 */
export async function tellWish(
  tell: (signal: AbortSignal) => Promise<unknown>,
  { reports, signal, missed }: WishPorts,
): Promise<boolean> {
  const bell = createBell()
  const unwatch = reports.watch(bell.ring)
  window.addEventListener('online', bell.ring)
  try {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await tell(signal)
        return true
      } catch (error) {
        if (signal.aborted) return false
        if (isUnknown(error)) return false
        missed?.()
      }
      await bell.wait(backoffMs(failures), signal)
    }
    return false
  } finally {
    unwatch()
    window.removeEventListener('online', bell.ring)
  }
}
