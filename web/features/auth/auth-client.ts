import { AuthClient, isAuthApiError, type Session } from '@supabase/auth-js'
import { deviceMemory } from '../../lib/device-memory.ts'
import { inTime } from '../../lib/in-time.ts'
import { askAgain } from './ask-again.ts'
import { byOwnClock } from './own-clock.ts'

/** The local storage key of the session; also the name of the channel between tabs. */
export const sessionStorageKey = 'kinora.auth'

/** The stock GoTrue client, with the PKCE flow for single calls. */
class OwnAuthClient extends AuthClient {
  /**
   * Runs `leave` with the PKCE flow: the redirect back carries a code that only this browser can exchange, never
   * tokens. Mails do not use PKCE, because their links are opened on whatever device the person reads mail on.
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
 * The client of the accounts service, at our own origin.
 *
 * `detectSessionInUrl` is off: our mails carry a one-time token, which `/auth/confirm` redeems by POST. So an
 * address that contains somebody else's tokens can never sign this browser in.
 */
export const auth = new OwnAuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: sessionStorageKey,
  autoRefreshToken: true,
  persistSession: true,
  storage: deviceMemory,
  detectSessionInUrl: false,
  // A visit to a provider is named in the address it comes back to: two tabs may be away at once, each with a verifier of its own.
  experimental: { recoveryCodes: true, appendPkceFlowIdToRedirects: true },
  fetch: async (input, init) =>
    byOwnClock(askAgain(await inTime(init?.signal, (signal) => fetch(input, { ...init, signal })))),
})

let current: Session | null = null

/**
 * Resolves when the stored session has been read. Later changes, also those made in other tabs, arrive as events.
 * The session is kept in `current`, because `getSession()` compares its expiry with the device's clock: on a
 * device whose clock is an hour fast, every call would refresh the session.
 */
const restored = new Promise<void>((resolve) => {
  auth.onAuthStateChange((_event, session) => {
    current = session
    resolve()
  })
})

/** The access token for `Authorization: Bearer`, or null if nobody is signed in. Never triggers a refresh. */
export async function accessToken(): Promise<string | null> {
  await restored
  return current?.access_token ?? null
}

/**
 * The id of the person whose session is stored on this device. Synchronous, and works offline and with an expired
 * token, because what is recorded then must belong to somebody all the same.
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
 * `fetch` as the signed-in person. After a 401 (a background tab does not refresh its token) the session is refreshed
 * and the request repeated once, so `init.body` has to be repeatable: bytes or text, not a stream.
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
 * A token other than the refused one: obtained by another request meanwhile, or by a refresh now. If the service says that the session is
 * over, this device forgets it; the client alone would keep it until its token expires, up to an hour later.
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
