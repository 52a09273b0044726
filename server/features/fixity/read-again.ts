import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DamageKind } from '#contract/fixity.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { Log } from '../../log.ts'
import type { Services } from '../../services.ts'
import { bytesLost } from '../../storage/lost-bytes.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import { queueProcessing } from '../uploads/uploads.ts'
import { holdsOthers } from './holds-others.ts'
import type { Pace } from './paced.ts'

export type ReadWork = {
  services: Pick<Services, 'db' | 'storage'>
  pace: Pace
  signal: AbortSignal
  log: Log
}
type Place = { userId: string; mediaId: string }

/**
 * `hashed`: the file had no hash yet and has one now. `mending`: a derived copy that is being made again. `gone`: the row was
 * deleted or replaced, or its recording is being verified.
 */
export type Outcome = 'intact' | 'hashed' | 'mending' | 'gone' | DamageKind

/**
 * Reads one object again, compares it with its row and records the result. An object that seems damaged is read a second time. A
 * derived copy is made again from its original; an original cannot be, so its owner and the operators are told.
 *
 * @throws the store's error when the store does not answer; nothing is recorded then
 */
export async function readAgain(work: ReadWork, place: Place): Promise<Outcome> {
  const row = await findRow(work, place)
  if (!row) return 'gone'

  const found = await look(work, place, row)
  if (found.damage === null) return writeIntact(work, place, row, found.sha256)
  work.log.error(
    { ...place, key: row.storage_key, damage: found.damage },
    'stored bytes are not what they were',
  )
  return row.role === 'original' || row.source_media_id === null
    ? writeDamage(work, place, row, found.damage)
    : makeAgain(work, place, row, row.source_media_id)
}

type Row = {
  role: string
  source_media_id: string | null
  storage_key: string
  size_bytes: number
  sha256: string | null
}

/** The row, unless its recording is being verified or mended: `verifyRecording` says of those whether they are right. */
function findRow({ services }: ReadWork, { userId, mediaId }: Place): Promise<Row | undefined> {
  return asWorker(services.db, userId, (tx) =>
    tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .where('state', '=', 'stored')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('recordings')
              .whereRef('recordings.user_id', '=', 'media.user_id')
              .whereRef('recordings.id', '=', 'media.recording_id')
              .where('recordings.state', 'in', ['verifying', 'damaged']),
          ),
        ),
      )
      .select(['role', 'source_media_id', 'storage_key', 'size_bytes', 'sha256'])
      .executeTakeFirst(),
  )
}

type Found = { damage: null; sha256: string } | { damage: DamageKind }

/**
 * Reads an object up to twice, since a disk or a network may fail once. Before it is called damaged, other objects are asked for,
 * since the store may be away altogether.
 */
async function look(work: ReadWork, place: Place, row: Row): Promise<Found> {
  const first = await lookOnce(work, row)
  if (first.damage === null) return first
  const second = await lookOnce(work, row)
  if (second.damage === null || (await holdsOthers(work.services, place))) return second
  throw new StorageError('UNAVAILABLE', 'nothing else is given out either')
}

async function lookOnce({ services, pace, signal }: ReadWork, row: Row): Promise<Found> {
  const { storage } = services
  const there = await storage.stat(row.storage_key)
  if (!there) return { damage: 'missing' }
  if (there.size !== row.size_bytes) return { damage: 'changed' }
  try {
    const sha256 = await hashOf(storage, row, (source) => pace(source, signal))
    return row.sha256 === null || row.sha256 === sha256 ? { damage: null, sha256 } : { damage: 'changed' }
  } catch (error) {
    const damage = bytesLost(error)
    if (damage !== null) return { damage }
    throw error
  }
}

async function hashOf(
  storage: Storage,
  row: Row,
  paced: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
) {
  const hash = createHash('sha256')
  if (row.size_bytes > 0) {
    for await (const piece of paced(await storage.read(row.storage_key))) hash.update(piece)
  }
  return hash.digest('hex')
}

/** Limits an update to the row as it was before the read: the object may have been replaced while it was being read. */
const unchanged = (row: Row, { userId, mediaId }: Place) =>
  sql<boolean>`user_id = ${userId} and id = ${mediaId} and storage_key = ${row.storage_key}
    and size_bytes = ${row.size_bytes} and sha256 is not distinct from ${row.sha256}`

function writeIntact({ services }: ReadWork, place: Place, row: Row, sha256: string): Promise<Outcome> {
  const { userId, mediaId } = place
  return asWorker(services.db, userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('media')
      .set({ checked_at: new Date(), sha256 })
      .where(unchanged(row, place))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'gone'
    const outcome = row.sha256 === null ? 'hashed' : 'intact'
    if (outcome === 'hashed') await lookInto(tx, place)
    await note(tx, place, outcome)
    await tx
      .deleteFrom('damaged_media')
      .where('user_id', '=', userId)
      .where('media_id', '=', mediaId)
      .execute()
    return outcome
  })
}

/**
 * An added file that could not be read when it came, and can be read now: its finding is withdrawn, and its processing is queued
 * again, also where the first attempt has not been given up yet.
 */
async function lookInto(tx: Tx, { userId, mediaId }: Place): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ finding: null, examined_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .where('role', '=', 'original')
    .where('recording_id', 'is', null)
    .where((row) => row.or([row('finding', '=', 'unreadable'), row('examined_at', 'is', null)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await queueProcessing(tx, userId, mediaId)
}

function writeDamage({ services }: ReadWork, place: Place, row: Row, damage: DamageKind): Promise<Outcome> {
  const { userId, mediaId } = place
  return asWorker(services.db, userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('media')
      .set({ checked_at: new Date() })
      .where(unchanged(row, place))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'gone'
    await note(tx, place, damage)
    await tx
      .insertInto('damaged_media')
      .values({ user_id: userId, media_id: mediaId, damage })
      .onConflict((conflict) => conflict.columns(['user_id', 'media_id']).doUpdateSet({ damage }))
      .execute()
    return damage
  })
}

const note = (tx: Tx, { userId, mediaId }: Place, outcome: 'intact' | 'hashed' | DamageKind) =>
  sql`select app.note_fixity(${userId}, ${mediaId}, ${outcome})`.execute(tx)

/** Deletes the row of a damaged copy and queues the processing of its original, which makes every copy that is missing. */
function makeAgain({ services }: ReadWork, place: Place, row: Row, source: string): Promise<Outcome> {
  const { userId, mediaId } = place
  return asWorker(services.db, userId, async (tx) => {
    const { rows } = await sql`select 1 from media where ${unchanged(row, place)} for update`.execute(tx)
    if (rows.length === 0) return 'gone'
    await sql`select app.drop_damaged_copy(${userId}, ${mediaId})`.execute(tx)
    await queueProcessing(tx, userId, source)
    return 'mending'
  })
}
