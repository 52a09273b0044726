import type { Context } from 'hono'
import { type FlowState, holdFlow, issueCode, returnByFlow } from '../accounts/flow-states.ts'
import type { FoundIdentity } from '../accounts/identities.ts'
import { assertLinkable, linkIdentity } from '../accounts/link-identity.ts'
import { openSession } from '../accounts/sessions.ts'
import { signInWithIdentity, withIdentityRace } from '../accounts/sign-in-with-identity.ts'
import type { UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { type Client, clientOf } from '../http/client.ts'
import { errorFields, sessionFields, withFragment, withQuery } from '../http/redirect-answers.ts'
import type { Ties, Vouched } from '../providers/provider.ts'
import type { Endpoint } from './endpoint.ts'
import { assertSameBrowser } from './linking-browser.ts'
import { type Unproven, unprovenEmail } from './unproven-email.ts'

/**
 * GET and POST /callback: where the provider redirects back to. The response is always a redirect to the flow's target: with a
 * session, with a code for one, or with an error in both query and fragment, because some clients read one and some the other.
 */
export const callback: Endpoint = async (c, auth) => {
  let target = auth.settings.siteUrl
  try {
    const answer = await answerOf(c)
    const returned = await returnByFlow(auth, answer.get('state'))
    if (returned === 'used') {
      throw new AuthError(400, 'flow_state_already_used', 'OAuth state has been used already')
    }

    target = returned.flow.redirect_to
    assertSameBrowser(c, auth, returned.flow)
    const vouched = await askProvider(auth, answer, returned)
    return c.redirect(await completed(auth, returned.flow, vouched, clientOf(c, auth)), 302)
  } catch (error) {
    const fields = errorFields(error, auth.log)
    return c.redirect(withFragment(withQuery(target, fields), { ...fields, sb: '' }), 302)
  }
}

/** The provider's answer: in the query, or as a form if it was asked for one. */
async function answerOf(c: Context): Promise<URLSearchParams> {
  if (c.req.method === 'POST') return new URLSearchParams(await c.req.text())
  return new URL(c.req.url).searchParams
}

async function askProvider(
  auth: Auth,
  answer: URLSearchParams,
  { flow, ties }: { flow: FlowState; ties: Ties },
): Promise<Vouched> {
  const error = answer.get('error')
  if (error !== null) throw new OAuthError(error, answer.get('error_description') ?? '')
  if ((answer.get('code') ?? '') === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
  }

  const provider = auth.providers.get(flow.provider)
  if (provider === undefined) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
  return provider.finish(answer, { ...ties, state: flow.id })
}

/** Signs the person in or links the identity, and returns the address to redirect the browser to. */
async function completed(auth: Auth, flow: FlowState, vouched: Vouched, client: Client): Promise<string> {
  const { identity, tokens } = vouched
  const outcome = await withIdentityRace(auth, async (tx) => {
    const who = await personOf(auth, tx, flow, identity, client)
    if (who.kind === 'unproven') return who

    if (flow.code_challenge !== null) {
      const adds = flow.linking_user_id === null ? {} : { adds: identity }
      return {
        kind: 'code' as const,
        code: await issueCode(auth, tx, flow, who.user.id, { ...tokens, ...adds }),
      }
    }
    // Also for linking: without PKCE the browser is not always the one that began it, so it does not get that session's second factor.
    const method = { method: 'oauth' as const, provider: identity.provider }
    return { kind: 'session' as const, session: await openSession(auth, tx, who.user.id, method, client) }
  })

  if (outcome.kind === 'unproven')
    throw await unprovenEmail(auth, identity.provider, outcome, flow.redirect_to)
  if (outcome.kind === 'code') return withQuery(flow.redirect_to, { code: outcome.code })
  return withFragment(flow.redirect_to, {
    ...sessionFields(outcome.session),
    provider_token: tokens.accessToken,
    ...(tokens.refreshToken === null ? {} : { provider_refresh_token: tokens.refreshToken }),
  })
}

type Person = { kind: 'in'; user: UserRow } | Unproven

async function personOf(
  auth: Auth,
  tx: AuthTransaction,
  flow: FlowState,
  identity: FoundIdentity,
  client: Client,
): Promise<Person> {
  if (flow.linking_user_id === null) return signInWithIdentity(auth, tx, identity, client)
  // With PKCE the identity is linked only when the code is exchanged: an attacker may have begun this flow and lured another
  // person's browser here, but that browser does not have the verifier.
  const user =
    flow.code_challenge === null
      ? await linkIdentity(tx, flow.linking_user_id, identity, client)
      : await assertLinkable(tx, flow.linking_user_id, identity)
  await holdFlow(tx, flow)
  return { kind: 'in', user }
}
