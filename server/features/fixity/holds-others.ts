import { sql } from 'kysely'
import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import type { Storage } from '../../storage/storage.ts'

type Parts = Pick<Services, 'db' | 'storage'>
type Place = { userId: string; mediaId: string }
type Stored = { key: string; size: number }

/**
 * How many other objects are asked for at most: so many of the same owner's, and as many of all owners'. One that can be
 * read is enough.
 */
const WITNESSES = 10

/**
 * Whether the store can deliver any object other than the one that seems lost. A disk that is not mounted is an empty
 * folder, and a disk that was pulled out fails every read: neither says anything about a single file. True where there is
 * no other object to ask for.
 */
export async function holdsOthers(parts: Parts, place: Place): Promise<boolean> {
  let asked = 0
  for await (const other of othersOf(parts, place)) {
    asked += 1
    if (await givesOut(parts.storage, other)) return true
  }
  return asked === 0
}

/**
 * First the objects of the same owner that were read most recently, then those of other owners that were read longest
 * ago. What was found damaged comes last of an owner's: files that were lost together are read one after the other, so that
 * soon all that were read most recently are lost ones.
 */
async function* othersOf({ db }: Parts, { userId, mediaId }: Place): AsyncGenerator<Stored> {
  yield* await asWorker(db, userId, (tx) =>
    tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('id', '<>', mediaId)
      .where('state', '=', 'stored')
      .orderBy(
        sql`exists (select from damaged_media d where d.user_id = media.user_id and d.media_id = media.id)`,
      )
      .orderBy(sql`coalesce(checked_at, verified_at, created_at)`, 'desc')
      .limit(WITNESSES)
      .select(['storage_key as key', 'size_bytes as size'])
      .execute(),
  )
  for (const { owner, id } of await othersDue(db, userId)) {
    yield* await asWorker(db, owner, (tx) =>
      tx
        .selectFrom('media')
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .select(['storage_key as key', 'size_bytes as size'])
        .execute(),
    )
  }
}

/**
 * Asks for longer and longer lists until they name somebody else: what somebody has lost stays unread, so that it comes before
 * everything of all others.
 */
async function othersDue(db: Services['db'], userId: string): Promise<{ owner: string; id: string }[]> {
  for (let most = WITNESSES; ; most *= 10) {
    const { rows } = await asWorker(db, null, (tx) =>
      sql<{ owner: string; id: string }>`
        select user_id as owner, id from app.fixity_due(0, ${most})`.execute(tx),
    )
    const others = rows.filter(({ owner }) => owner !== userId)
    if (others.length > 0 || rows.length < most) return others.slice(0, WITNESSES)
  }
}

async function givesOut(storage: Storage, { key, size }: Stored): Promise<boolean> {
  try {
    if (size === 0) return (await storage.stat(key)) !== null
    for await (const _ of await storage.read(key, { start: 0, end: 0 })) return true
  } catch {
    // This object is lost as well, or the store is away: the next one will tell which.
  }
  return false
}
