import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { FlowState } from '../accounts/flow-states.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'

const cookieName = 'kinora-linking'
/** As long as somebody may take on the provider's pages. */
const maxAgeSeconds = 600

/**
 * Marks the browser that is about to add a way in and will not exchange a code for it. Another person who was sent that way would add
 * their identity to an account that is not theirs, and come to it with their next log-in.
 */
export function markBrowser(c: Context, auth: Auth, state: string): void {
  if (!canTell(auth)) return

  const { protocol, pathname } = new URL(auth.settings.externalUrl)
  const isSecure = protocol === 'https:'
  setCookie(c, cookieName, markOf(auth, state), {
    maxAge: maxAgeSeconds,
    path: `${pathname.replace(/\/$/, '')}/callback`,
    httpOnly: true,
    secure: isSecure,
    // Some providers answer by a form, which brings no other cookies along.
    sameSite: isSecure ? 'None' : 'Lax',
  })
}

/**
 * Refuses a browser that did not begin the way. Clients that are no browsers keep no cookies, and lure nobody.
 * @throws AuthError bad_oauth_state
 */
export function assertSameBrowser(c: Context, auth: Auth, flow: FlowState): void {
  const isBound = flow.linking_user_id !== null && flow.code_challenge === null && canTell(auth)
  const isBrowser = c.req.header('sec-fetch-dest') !== undefined
  if (!isBound || !isBrowser || getCookie(c, cookieName) === markOf(auth, flow.id)) return

  throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser')
}

/** A page of another origin is given no cookie with the answer that begins the way; it exchanges a code. */
function canTell({ settings }: Auth): boolean {
  return new URL(settings.siteUrl).origin === new URL(settings.externalUrl).origin
}

function markOf(auth: Auth, state: string): string {
  return auth.secrets.hashLink(`linking ${state}`).toString('base64url')
}
