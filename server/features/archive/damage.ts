import { sql } from 'kysely'
import type { DamageKind } from '#contract/fixity.ts'
import { damageKind } from '#contract/fixity.ts'
import type { Tx } from '../../db/actor.ts'

/** Damaged originals: the kind of damage, by the id of the media row. */
export type Damaged = Map<string, DamageKind>

/** The files of an account that are known to be damaged (docs/decisions/043). */
export async function damagedOf(tx: Tx, userId: string): Promise<Damaged> {
  const rows = await tx
    .selectFrom('damaged_media')
    .where('user_id', '=', userId)
    .select(['media_id', 'damage'])
    .execute()
  return new Map(rows.map((row) => [row.media_id, damageKind.parse(row.damage)]))
}

/** Those that the account does not have yet: a file that it has already may be intact. */
export async function newlyDamaged(tx: Tx, userId: string, damaged: Damaged): Promise<Damaged> {
  if (damaged.size === 0) return damaged
  const known = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${[...damaged.keys()]}::uuid[])`)
    .select('id')
    .execute()
  const there = new Set(known.map(({ id }) => id))
  return new Map([...damaged].filter(([id]) => !there.has(id)))
}

/** Records damage that came in with an archive, so that the owner is told of it here as well. */
export async function noteDamage(tx: Tx, userId: string, damaged: Damaged): Promise<void> {
  if (damaged.size === 0) return
  // Two array parameters, however long: a lost store has more files than a statement takes parameters.
  await sql`
    insert into public.damaged_media (user_id, media_id, damage)
    select ${userId}::uuid, id, kind from unnest(${[...damaged.keys()]}::uuid[], ${[...damaged.values()]}::text[]) as one (id, kind)`.execute(
    tx,
  )
}
