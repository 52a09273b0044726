import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * Lets one change at a time through to somebody's own prompts and playlists, until the transaction ends: limits are
 * counted and lists replaced without another change in between.
 */
export async function lockLibrary(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompts of ${userId}`}, 0))`.execute(tx)
}
