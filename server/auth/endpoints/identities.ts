import { validate } from 'uuid'
import { assertSecondFactorUsed } from '../accounts/factors.ts'
import { unlinkIdentity } from '../accounts/link-identity.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import { wayToProvider } from './authorize.ts'
import type { Endpoint } from './endpoint.ts'
import { markBrowser } from './linking-browser.ts'

/** GET /user/identities/authorize: like /authorize, but adds the identity to the signed-in person's account. */
export const authorizeLinking: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)
  assertLinkingAllowed(auth, signedIn)

  const { user, session } = signedIn
  const url = await wayToProvider(c, auth, { userId: user.id, sessionId: session.id })
  const isCoded = (c.req.query('code_challenge') ?? '') !== ''
  if (!isCoded) markBrowser(c, auth, new URL(url).searchParams.get('state') ?? '')
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

/** DELETE /user/identities/{identity_id} */
export const removeIdentity: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)
  assertLinkingAllowed(auth, signedIn)

  const identityId = c.req.param('id') ?? ''
  if (!validate(identityId)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')

  const client = clientOf(c, auth)
  await auth.db.transaction((tx) => unlinkIdentity(tx, signedIn.user.id, identityId, client))
  return c.json({})
}

/** Identities are as powerful as a password: a person who has a second factor must have used it to change them. @throws AuthError */
export function assertLinkingAllowed(auth: Auth, { user, session }: SignedIn): void {
  if (!auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  assertSecondFactorUsed(user, session, 403, 'AAL2 required to change identities')
}
