import { deviceMs } from '../../lib/clock.ts'

const kept = 'kinora.invitation'
/** So long somebody has to sign up; whoever uses this device later signs up for themselves. */
const KEPT_MS = 24 * 3_600_000

/** Remembers on this device which invitation somebody signs up for, also over the mail that confirms their address. */
export function keepInvitation(token: string): void {
  localStorage.setItem(kept, `${deviceMs()} ${token}`)
}

/** The token of that invitation, while it is remembered. */
export function keptInvitation(): string | null {
  const [since, token = null] = localStorage.getItem(kept)?.split(' ') ?? []
  return deviceMs() - Number(since) < KEPT_MS ? token : null
}

export function forgetInvitation(): void {
  localStorage.removeItem(kept)
}
