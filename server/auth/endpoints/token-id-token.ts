import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { FoundIdentity } from '../accounts/identities.ts'
import { linkIdentity } from '../accounts/link-identity.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { continueSession, openSession, type TokenResponse } from '../accounts/sessions.ts'
import { signInWithIdentity, withIdentityRace } from '../accounts/sign-in-with-identity.ts'
import { reloadUser } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Provider } from '../providers/provider.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'
import { assertLinkingAllowed } from './identities.ts'
import { unprovenEmail } from './unproven-email.ts'

const bodySchema = z.object({
  provider: z.string().default(''),
  issuer: z.string().default(''),
  client_id: z.string().default(''),
  id_token: z.string().default(''),
  access_token: z.string().default(''),
  nonce: z.string().default(''),
  link_identity: z.boolean().default(false),
})
type Body = z.output<typeof bodySchema>

/** POST /token?grant_type=id_token: for an application that has got an ID token from the provider itself. */
export const idTokenGrant: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('token', client)

  const body = await readBody(c, bodySchema)
  if (body.id_token === '') throw new OAuthError('invalid_request', 'id_token required')
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw new OAuthError('invalid_request', 'provider or client_id and issuer required')
  }

  const linking = body.link_identity ? await requireUser(c, auth) : null
  if (linking !== null) assertLinkingAllowed(auth, linking)

  const identity = await identityOf(auth, body)
  const outcome = await withIdentityRace(auth, async (tx) => {
    if (linking !== null) {
      const session = await linkInSession(auth, tx, linking, identity, client)
      return { kind: 'session' as const, session }
    }

    const who = await signInWithIdentity(auth, tx, identity, client)
    if (who.kind === 'unproven') return who

    const method = { method: 'oauth' as const, provider: identity.provider }
    return { kind: 'session' as const, session: await openSession(auth, tx, who.user.id, method, client) }
  })

  if (outcome.kind === 'unproven') {
    throw await unprovenEmail(auth, identity.provider, outcome, redirectTarget(c, auth))
  }
  return sendTokens(c, outcome.session)
}

/**
 * Asking the provider takes time, in which the owner may have shut out the session that asks: it is checked again, and locked. The
 * tokens are those of the same session.
 */
async function linkInSession(
  auth: Auth,
  tx: AuthTransaction,
  { user, session }: SignedIn,
  identity: FoundIdentity,
  client: Client,
): Promise<TokenResponse> {
  const locked = await lockSession(tx, user.id, session.id)
  assertLinkingAllowed(auth, { user: await reloadUser(tx, user.id), session: locked })
  await linkIdentity(tx, user.id, identity, client)
  return continueSession(auth, tx, locked)
}

async function identityOf(auth: Auth, body: Body) {
  const provider = providerOf(auth, body)
  if (provider?.verifyIdToken === undefined) {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuerOf(body)}") is not enabled`)
  }
  return provider.verifyIdToken(body.id_token, { nonce: body.nonce, accessToken: body.access_token })
}

/** The provider by its name, or by issuer and client id. */
function providerOf(auth: Auth, { provider, issuer, client_id: clientId }: Body): Provider | undefined {
  if (provider !== '') return auth.providers.get(provider)
  return [...auth.providers.values()].find(
    (one) => one.issuer === issuer && one.settings.clientId.includes(clientId),
  )
}

/** The issuer for the error message only; nothing is decided by an unverified token. */
function issuerOf({ issuer, provider, id_token: idToken }: Body): string {
  if (issuer !== '') return issuer
  try {
    return decodeJwt(idToken).iss ?? provider
  } catch {
    return provider
  }
}
