import { deviceMemory } from '../../lib/device-memory.ts'
import { auth, sessionStorageKey } from './auth-client.ts'
import { noteLeaving } from './session.tsx'

/** How long the service has to answer before this device forgets its session without it. */
const patienceMs = 4_000

/**
 * Log Out. Asks the service to end every session. If the service cannot be reached, or does not answer soon, this device forgets its
 * session all the same, because somebody who logs out on a borrowed computer has to be logged out.
 */
export async function logOut(): Promise<void> {
  noteLeaving()
  await Promise.race([endEverywhere().catch(() => undefined), pause(patienceMs)])
  // With nothing stored, the client ends the session without another request, which could also wait for an answer.
  deviceMemory.removeItem(sessionStorageKey)
  await auth.signOut({ scope: 'local' })
}

/** Signs out on this device only. */
export async function leaveDevice(): Promise<void> {
  noteLeaving()
  await auth.signOut({ scope: 'local' })
}

/**
 * Not by the client's own call, which also forgets this device's session when its answer arrives: by then somebody else may have logged in.
 * The request goes on even if the page is closed.
 */
async function endEverywhere(): Promise<void> {
  const { data } = await auth.getSession()
  if (data.session === null) return
  await fetch('/auth/v1/logout?scope=global', {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session.access_token}` },
    keepalive: true,
  })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
