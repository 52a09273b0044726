import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type CommunityThing, type ReportedThing, reportedThing } from '#contract/community.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { own } from './lists.ts'

const tables = { prompt: 'prompts', playlist: 'playlists' } as const

/**
 * Publishes a person's own prompt or playlist to everybody, under their name. If it is published already, it keeps its
 * date.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function publish(tx: Tx, thing: CommunityThing): Promise<CommunityThing> {
  await setPublished(tx, thing, sql`coalesce(published_at, now())`)
  return thing
}

/**
 * Takes a prompt or playlist out of Community. People who added it to their own keep their copy.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function withdraw(tx: Tx, thing: CommunityThing): Promise<CommunityThing> {
  await setPublished(tx, thing, sql`null`)
  return thing
}

async function setPublished(tx: Tx, { kind, id }: CommunityThing, at: ReturnType<typeof sql>): Promise<void> {
  const table = tables[kind]
  const found = await sql<{ isOwn: boolean }>`
    select coalesce(${own(table)}, false) as "isOwn" from ${sql.table(table)} where id = ${id}`.execute(tx)
  const [row] = found.rows
  if (!row) throw codeError('NOT_FOUND')
  if (!row.isOwn) throw codeError('FORBIDDEN')
  await sql`update ${sql.table(table)} set published_at = ${at} where id = ${id}`.execute(tx)
}

/**
 * Reports to the operator something that does not belong in Community.
 * @throws NOT_FOUND unless another person published it
 */
export async function report(
  tx: Tx,
  userId: string,
  { kind, id, reason }: CommunityThing & { reason: string },
): Promise<CommunityThing> {
  const table = tables[kind]
  const found = await sql`
    select 1 from ${sql.table(table)}
    where id = ${id} and published_at is not null and user_id <> ${userId}`.execute(tx)
  if (found.rows.length === 0) throw codeError('NOT_FOUND')
  await tx
    .insertInto('community_reports')
    .values({
      user_id: userId,
      id: uuidv7(),
      prompt_id: kind === 'prompt' ? id : null,
      playlist_id: kind === 'playlist' ? id : null,
      reason,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { kind, id }
}

/** What was reported or hidden, most recent first. The database returns it to the operator only. */
export async function listReported(tx: Tx): Promise<ReportedThing[]> {
  const { rows } = await sql`
    select kind, id, words, author, hidden, reports::int, coalesce(reasons, '{}') as reasons
    from app.reported_in_community()`.execute(tx)
  return rows.map((row) => reportedThing.parse(row))
}

/** Hides something from Community, or shows it again. The database lets only the operator do so. @throws NOT_FOUND */
export async function setHidden(
  tx: Tx,
  { kind, id }: CommunityThing,
  state: 'hidden' | 'shown',
): Promise<CommunityThing> {
  const { rows } = await sql<{ found: boolean }>`
    select app.hide_in_community(${kind}, ${id}, ${state === 'hidden'}) as found`.execute(tx)
  if (!rows[0]?.found) throw codeError('NOT_FOUND')
  return { kind, id }
}
