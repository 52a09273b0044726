import { sql } from 'kysely'
import { z } from 'zod'
import type { AccountEnd, AccountProof } from '#contract/archive-account.ts'
import { limits } from '#contract/limits.ts'
import type { Claims, Tx } from '../../db/actor.ts'
import type { Services } from '../../services.ts'

/** How many seconds old a sign-in may be to count as proof, for accounts that have no password or code. */
const FRESH_SECONDS = 600

/** What an account holds, and when it will be erased if its owner has asked for that. */
export async function describeEnd(tx: Tx, userId: string, proof: AccountProof): Promise<AccountEnd> {
  const { rows } = await sql<Omit<AccountEnd, 'proof'>>`
    select
      (select count(*) from public.stories where user_id = ${userId})::int as stories,
      (select count(*) from public.recordings where user_id = ${userId})::int as recordings,
      (select count(*) from public.media
        where user_id = ${userId} and role = 'original' and recording_id is null)::int as files,
      (select count(*) from public.storybooks where user_id = ${userId})::int as storybooks,
      (select count(*) from public.family_members
        where user_id = ${userId} and placeholder_key is null and not is_self)::int as "familyMembers",
      (select count(*) from public.prompts where user_id = ${userId})::int as prompts,
      (select storage_used_bytes from public.usage_tracking where user_id = ${userId})::float8 as "sizeBytes",
      (select count(*) from (select distinct shared_with_user_id from public.shared_access
        where user_id = ${userId}) people)::int as "sharedWith",
      (select to_char(erase_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        from public.account_deletions where user_id = ${userId}) as "eraseAt"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  return { proof, ...row }
}

/** Whether the caller has proved that the account is theirs. @throws AuthError 429 after too many wrong tries */
export async function isProved(
  { accounts }: Pick<Services, 'accounts'>,
  claims: Claims,
  given: { password?: string | undefined; code?: string | undefined },
): Promise<boolean> {
  switch (await accounts.proofOf(claims.sub)) {
    case 'password':
      return given.password !== undefined && accounts.hasPassword(claims.sub, given.password)
    case 'code':
      return given.code !== undefined && accounts.hasCode(claims.sub, given.code)
    case 'sign-in':
      return isFresh(claims)
  }
}

const ways = z.array(z.object({ timestamp: z.number() }))

function isFresh(claims: Claims): boolean {
  const times = ways
    .catch([])
    .parse(claims.amr)
    .map(({ timestamp }) => timestamp)
  return Math.max(0, ...times) > Date.now() / 1000 - FRESH_SECONDS
}

/**
 * Sets the day on which the account is erased, revokes everything that others can see of it, and answers with the day.
 * A repeated call changes nothing.
 */
export async function closeAccount(tx: Tx, userId: string): Promise<string> {
  await sql`select app.close_account(${limits.accountDeletionDays})`.execute(tx)
  const row = await tx
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .select('erase_at')
    .executeTakeFirstOrThrow()
  return row.erase_at.toISOString()
}

/** Cancels the erasure as if it had never been requested: what was shared is shared again. */
export async function keepAccount(tx: Tx): Promise<void> {
  await sql`select app.keep_account()`.execute(tx)
}
