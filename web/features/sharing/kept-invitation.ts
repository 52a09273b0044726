import { deviceMs } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'

const kept = 'kinora.invitation'
/** How long the invitation is remembered. Somebody who uses this device later signs up on their own account. */
const KEPT_MS = 24 * 3_600_000

/** Remembers on this device which invitation the person is signing up for, across the mail that confirms their address. */
export function keepInvitation(token: string): void {
  deviceMemory.setItem(kept, `${deviceMs()} ${token}`)
}

/** The token of that invitation, as long as it is remembered. */
export function keptInvitation(): string | null {
  const [since, token = null] = deviceMemory.getItem(kept)?.split(' ') ?? []
  // `Math.abs`, because after a device's clock is set back, an invitation from the "future" would otherwise wait for whoever comes next.
  return Math.abs(deviceMs() - Number(since)) < KEPT_MS ? token : null
}

export function forgetInvitation(): void {
  deviceMemory.removeItem(kept)
}
