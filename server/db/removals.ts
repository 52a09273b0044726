import { sql } from 'kysely'
import type { Tx } from './actor.ts'
import { advisoryLocks } from './advisory-locks.ts'

/**
 * Whether objects may be removed from the store until this transaction ends. They may not while a backup is being made, because it
 * may still have to copy an object whose row has just been deleted.
 */
export async function mayRemoveObjects(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(${advisoryLocks.removals}::bigint) as may`.execute(tx)
  return rows[0]?.may === true
}
