import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { FlowState } from '../accounts/flow-states.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'

const cookieName = 'kinora-linking'
/** As long as a person may take on the provider's pages (`wayMinutes` in flow-states.ts). */
const maxAgeSeconds = 600

/**
 * Sets a cookie in the browser that begins to link an identity without PKCE. Without it, an attacker could send the provider's
 * address to another person, who would then add their identity to the attacker's account and land in it at their next log-in.
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
    // Some providers answer by a cross-site form POST, with which browsers send only cookies that are SameSite=None.
    sameSite: isSecure ? 'None' : 'Lax',
  })
}

/**
 * Refuses a browser that did not begin the flow. Clients other than browsers keep no cookies and are let through: the attack needs a
 * victim's browser.
 * @throws AuthError bad_oauth_state
 */
export function assertSameBrowser(c: Context, auth: Auth, flow: FlowState): void {
  const isBound = flow.linking_user_id !== null && flow.code_challenge === null && canTell(auth)
  const isBrowser = c.req.header('sec-fetch-dest') !== undefined
  if (!isBound || !isBrowser || getCookie(c, cookieName) === markOf(auth, flow.id)) return

  throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser')
}

/** Whether the cookie works: a page on another origin gets none from the response that begins the flow; it has to use PKCE. */
function canTell({ settings }: Auth): boolean {
  return new URL(settings.siteUrl).origin === new URL(settings.externalUrl).origin
}

function markOf(auth: Auth, state: string): string {
  return auth.secrets.hashLink(`linking ${state}`).toString('base64url')
}
