import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { ArchiveError } from './archive-error.ts'

/**
 * Files derived from originals do not count against a plan (docs/decisions/007), but an archive may declare anything to be a
 * poster. So originals, posters, waveforms and printed books together may take at most this multiple of the plan's storage.
 */
const ALL_PER_ORIGINALS = 1.25
/** Room in a zip for the texts of a family, which no plan counts. */
const TEXT_BYTES = 2_000_000_000

/** The bytes of an archive that the account does not have yet. */
export type Coming = { originals: number; all: number }

/** The largest zip that could ever fit into a plan. */
export const largestZip = (limitBytes: number): number => limitBytes * ALL_PER_ORIGINALS + TEXT_BYTES

/**
 * Refuses an archive for which the plan has no room, before any of its bytes are stored. Originals are counted as everywhere
 * else, and once more by the transaction that inserts the rows. Copies that seek are not part of an archive, and are not
 * counted.
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
  // An archive without new bytes always fits, also into an account that already exceeds its plan.
  if (isTooMuch && coming.all > 0) throw new ArchiveError('storage_limit', `${coming.all} bytes`)
}
