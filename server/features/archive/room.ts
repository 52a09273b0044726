import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { ArchiveError } from './archive-error.ts'

/**
 * What we make of originals is our cost (docs/decisions/007), but an archive may say of anything that it is a poster: posters,
 * waves and printed books together with the originals take no more than this share of what the plan stores.
 */
const ALL_PER_ORIGINALS = 1.25
/** The texts of a family, which no plan counts. */
const TEXT_BYTES = 2_000_000_000

/** Bytes that an archive brings and that the account does not have yet. */
export type Coming = { originals: number; all: number }

/** The largest zip that could ever fit into a plan. */
export const largestZip = (limitBytes: number): number => limitBytes * ALL_PER_ORIGINALS + TEXT_BYTES

/**
 * Refuses what the plan has no room for, before a byte of it is placed. Originals are counted as everywhere, and once more
 * by the transaction that brings them in. Copies that seek do not come by archive, and are not asked about.
 * @throws ArchiveError
 */
export async function refuseTooMuch(tx: Tx, userId: string, coming: Coming): Promise<void> {
  const { rows } = await sql<{ allowed: number | null; originals: number; all: number }>`
    select allowed.storage_bytes::float8 as allowed, used.storage_used_bytes::float8 as originals, (
        (select coalesce(sum(size_bytes), 0) from public.media where user_id = ${userId} and role <> 'playback')
        + (select coalesce(sum(size_bytes), 0) from public.storybook_exports where user_id = ${userId})
      )::float8 as "all"
    from app.allowances allowed join public.usage_tracking used on used.user_id = allowed.user_id
    where allowed.user_id = ${userId}`.execute(tx)
  const [kept] = rows
  if (!kept || kept.allowed === null) return

  const isTooMuch =
    kept.originals + coming.originals > kept.allowed ||
    kept.all + coming.all > kept.allowed * ALL_PER_ORIGINALS
  // What brings nothing to store fits, also into an account that has more than its plan allows by now.
  if (isTooMuch && coming.all > 0) throw new ArchiveError('storage_limit', `${coming.all} bytes`)
}
