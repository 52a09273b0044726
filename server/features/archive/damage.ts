import { sql } from 'kysely'
import type { DamageKind } from '#contract/fixity.ts'
import { damageKind } from '#contract/fixity.ts'
import type { Tx } from '../../db/actor.ts'

/** An original that is no longer what it was, by the id of its row. */
export type Damaged = Map<string, DamageKind>

/** What is known to be damaged of somebody's (docs/decisions/043). */
export async function damagedOf(tx: Tx, userId: string): Promise<Damaged> {
  const rows = await tx
    .selectFrom('damaged_media')
    .where('user_id', '=', userId)
    .select(['media_id', 'damage'])
    .execute()
  return new Map(rows.map((row) => [row.media_id, damageKind.parse(row.damage)]))
}

/** Which of these the account does not have yet: what is there already may be whole. */
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

/** Damage comes along with the bytes; its owner is told here as well. */
export async function noteDamage(tx: Tx, userId: string, damaged: Damaged): Promise<void> {
  if (damaged.size === 0) return
  // Two lists are two values, however long: a lost store has more files than a statement takes values.
  await sql`
    insert into public.damaged_media (user_id, media_id, damage)
    select ${userId}::uuid, id, kind from unnest(${[...damaged.keys()]}::uuid[], ${[...damaged.values()]}::text[]) as one (id, kind)`.execute(
    tx,
  )
}
