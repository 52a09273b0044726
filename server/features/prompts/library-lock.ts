import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * Serialises the changes of a person's own prompts and playlists with an advisory lock, held until the transaction
 * ends, so that nothing changes between counting against a limit, or reading a list, and writing.
 */
export async function lockLibrary(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompts of ${userId}`}, 0))`.execute(tx)
}
