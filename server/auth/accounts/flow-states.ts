import { randomBytes } from 'node:crypto'
import { v4 as randomUuid, validate } from 'uuid'
import { z } from 'zod'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Pkce } from '../http/pkce.ts'
import type { Ties } from '../providers/provider.ts'
import type { FoundIdentity } from './identities.ts'
import type { MailMethod } from './mail-codes.ts'

/** How long a person may take on the provider's pages. */
const wayMinutes = 10
/** How long a client may take to exchange the code that it got in the redirect. */
const codeMinutes = 5

const identitySchema: z.ZodType<FoundIdentity> = z.object({
  provider: z.string(),
  subject: z.string(),
  emails: z.array(z.object({ address: z.string(), isVerified: z.boolean() })),
  data: z.record(z.string(), z.unknown()),
})
const vouchedSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** When linking: the identity that the exchange adds to the account. */
  adds: identitySchema.optional(),
})
/** What is kept until the client exchanges its code. */
type Waiting = z.output<typeof vouchedSchema>
const tiesSchema = z.object({ verifier: z.string(), nonce: z.string() })

export type FlowState = {
  id: string
  provider: string
  user_id: string | null
  linking_user_id: string | null
  linking_session_id: string | null
  redirect_to: string
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_secrets: Buffer
  /** `oauth`, or for a mailed link its own method. */
  authentication_method: 'oauth' | MailMethod
}

/** The signed-in person who is linking an identity; the flow ends with their session. */
export type Linking = { userId: string; sessionId: string }

/** Stores the flow of a browser that is about to be redirected to a provider. @returns its id, which is OAuth's `state` */
export async function beginFlow(
  auth: Auth,
  way: { provider: string; redirectTo: string; pkce: Pkce | null; linking: Linking | null; ties: Ties },
): Promise<string> {
  // Random, unlike our other ids, because it must not be guessable.
  const id = randomUuid()
  const sealed = auth.secrets.sealFlow(Buffer.from(JSON.stringify(way.ties)), id)
  await auth.db.transaction(async (tx) => {
    await tx.run(
      `insert into auth.flow_states
         (id, provider, linking_user_id, linking_session_id, redirect_to, code_challenge, code_challenge_method,
          provider_secrets)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        way.provider,
        way.linking?.userId ?? null,
        way.linking?.sessionId ?? null,
        way.redirectTo,
        way.pkce?.challenge ?? null,
        way.pkce?.method ?? null,
        sealed,
      ],
    )
  })
  return id
}

/** The flow that a `state` names, with the secrets that tie the provider's answer to it. The state is consumed, whatever follows. */
export type Returned = { flow: FlowState; ties: Ties }

/**
 * Finds the flow of a `state` that came back from a provider, and consumes the state.
 * @returns `used` when the state was consumed before
 * @throws AuthError bad_oauth_callback, bad_oauth_state
 */
export async function returnByFlow(auth: Auth, state: string | null): Promise<Returned | 'used'> {
  if (state === null || state === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  }
  if (!validate(state)) throw unknownState()

  const row = await auth.db.transaction((tx) =>
    tx.first<FlowState & { was_used: boolean }>(
      `with found as (select id, used_at from auth.flow_states where id = $1 for update)
       update auth.flow_states f set used_at = coalesce(f.used_at, now()) from found
       where f.id = found.id and f.created_at > now() - make_interval(mins => $2)
       returning f.*, found.used_at is not null as was_used`,
      [state, wayMinutes],
    ),
  )
  if (row === null) throw unknownState()
  if (row.was_used) return 'used'

  const ties = tiesSchema.parse(JSON.parse(auth.secrets.openFlow(row.provider_secrets, row.id).toString()))
  return { flow: row, ties }
}

/**
 * Locks the flow to the end of the transaction: ending the session in which linking began has to wait for that.
 * @throws AuthError bad_oauth_state when that session was ended while the provider was being asked
 */
export async function holdFlow(tx: AuthTransaction, flow: FlowState): Promise<void> {
  const held = await tx.first('select 1 from auth.flow_states where id = $1 for update', [flow.id])
  if (held === null) throw unknownState()
}

/** Issues a code that the client exchanges once, with its PKCE verifier, for a session. */
export async function issueCode(
  auth: Auth,
  tx: AuthTransaction,
  flow: FlowState,
  userId: string,
  waiting: Waiting,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx.run(
    `update auth.flow_states set user_id = $2, auth_code_hash = $3, provider_secrets = $4, used_at = now()
     where id = $1`,
    [
      flow.id,
      userId,
      auth.secrets.hashLink(code),
      auth.secrets.sealFlow(Buffer.from(JSON.stringify(waiting)), flow.id),
    ],
  )
  return code
}

export type RedeemedCode = { flow: FlowState; userId: string; waiting: Waiting; isExpired: boolean }

/**
 * Deletes the flow of a code and returns it; null when there is none. The person's row is locked first, and then that of the session
 * in which linking began, as they are by operations that end the person's flows: in the opposite order the two would deadlock.
 */
export async function takeCode(auth: Auth, tx: AuthTransaction, code: string): Promise<RedeemedCode | null> {
  const hash = auth.secrets.hashLink(code)
  await tx.run(
    `select from auth.users where id = (select user_id from auth.flow_states where auth_code_hash = $1) for update`,
    [hash],
  )
  await tx.run(
    `select from auth.sessions
     where id = (select linking_session_id from auth.flow_states where auth_code_hash = $1) for update`,
    [hash],
  )
  const row = await tx.first<FlowState & { is_expired: boolean }>(
    `delete from auth.flow_states where auth_code_hash = $1
     returning *, used_at < now() - make_interval(mins => $2) as is_expired`,
    [hash, codeMinutes],
  )
  if (row === null || row.user_id === null) return null

  const waiting = vouchedSchema.parse(
    JSON.parse(auth.secrets.openFlow(row.provider_secrets, row.id).toString()),
  )
  return { flow: row, userId: row.user_id, waiting, isExpired: row.is_expired }
}

function unknownState(): AuthError {
  return new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
}
