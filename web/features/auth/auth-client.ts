import { AuthClient, isAuthApiError, type Session } from '@supabase/auth-js'
import { deviceMemory } from '../../lib/device-memory.ts'
import { inTime } from '../../lib/in-time.ts'
import { askAgain } from './ask-again.ts'
import { byOwnClock } from './own-clock.ts'

/** Where the session lies in local storage; also the name of the channel between tabs. */
export const sessionStorageKey = 'kinora.auth'

/** The stock GoTrue client, which for one call at a time may be asked to come back with a code (PKCE). */
class OwnAuthClient extends AuthClient {
  /**
   * For what `leave` starts, the way back carries a code that only this browser can exchange, never tokens.
   * Mails stay as they are: their links are opened on whatever device the person reads mail.
   */
  async comingBackWithCode<T>(leave: () => Promise<T>): Promise<T> {
    this.flowType = 'pkce'
    try {
      return await leave()
    } finally {
      this.flowType = 'implicit'
    }
  }
}

/**
 * The client at our own origin.
 *
 * `detectSessionInUrl` is off: our mails carry a one-time token that `/auth/confirm` redeems by POST,
 * so an address with somebody else's tokens in it must never sign this browser in.
 */
export const auth = new OwnAuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: sessionStorageKey,
  autoRefreshToken: true,
  persistSession: true,
  storage: deviceMemory,
  detectSessionInUrl: false,
  experimental: { recoveryCodes: true },
  fetch: async (input, init) =>
    byOwnClock(askAgain(await inTime(init?.signal, (signal) => fetch(input, { ...init, signal })))),
})

let current: Session | null = null

/**
 * Resolves when the stored session has been read. Later changes, also those of other tabs, arrive as events.
 * The token is kept here because `getSession()` compares with the device's clock: on a device whose clock
 * is an hour fast each call would refresh.
 */
const restored = new Promise<void>((resolve) => {
  auth.onAuthStateChange((_event, session) => {
    current = session
    resolve()
  })
})

/** The access token for `Authorization: Bearer`, or null when nobody is signed in. Never refreshes. */
export async function accessToken(): Promise<string | null> {
  await restored
  return current?.access_token ?? null
}

/**
 * Whose session lies on this device. Answers at once, also without a network and with a token that has run out: what is
 * recorded then belongs to somebody all the same.
 */
export function idOnDevice(): string | null {
  if (current !== null) return current.user.id
  try {
    const kept: unknown = JSON.parse(deviceMemory.getItem(sessionStorageKey) ?? 'null')
    const user = typeof kept === 'object' && kept !== null && 'user' in kept ? kept.user : null
    const id = typeof user === 'object' && user !== null && 'id' in user ? user.id : null
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}

/**
 * `fetch` as the signed-in person. A 401 (a tab in the background does not refresh by itself) refreshes
 * the session once and asks again, so `init.body` has to be repeatable: bytes or text, not a stream.
 */
export async function fetchAsUser(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const token = await accessToken()
  const answer = await fetch(withBearer(input, init, token))
  if (answer.status !== 401 || token === null) return answer

  const renewed = await renewedToken(token)
  if (renewed === null) return answer

  await answer.body?.cancel()
  return fetch(withBearer(input, init, renewed))
}

/**
 * A token other than the refused one: fetched by another request meanwhile, or by a refresh now. When the service
 * says that the session is over, this device forgets it; the client by itself would keep it until its token's hour is over.
 */
export async function renewedToken(refused: string): Promise<string | null> {
  if (current !== null && current.access_token !== refused) return current.access_token

  const { data, error } = await auth.refreshSession()
  if (isAuthApiError(error) && error.status < 429) await auth.signOut({ scope: 'local' })
  return data.session?.access_token ?? null
}

function withBearer(input: RequestInfo | URL, init: RequestInit, token: string | null): Request {
  const source = input instanceof Request ? input.clone() : input
  const request = new Request(source, init)
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`)
  return request
}
