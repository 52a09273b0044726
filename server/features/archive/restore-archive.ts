import { sql } from 'kysely'
import { z } from 'zod'
import { damageKind } from '#contract/fixity.ts'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { binForLater, removeUnnamed, takeNamedOutOfBin } from '../media/media.ts'
import { goOnWaiting } from '../transcripts/transcripts.ts'
import { queueProcessing } from '../uploads/uploads.ts'
import { ArchiveError } from './archive-error.ts'
import { archivedRows } from './archived-rows.ts'
import { boundedJson, ROW_VALUES_MAX } from './bounded-json.ts'
import { long, short } from './columns.ts'
import { type Damaged, newlyDamaged, noteDamage } from './damage.ts'
import { linesWithoutCircles } from './lines-without-circles.ts'
import { renamed } from './new-ids.ts'
import type { OpenArchive } from './open-archive.ts'
import { asOfOthers } from './others-family.ts'
import { peopleInOrder } from './people-in-order.ts'
import { type Coming, refuseTooMuch } from './room.ts'
import { findSame, idsHere, type Looking, questionsBeside, type SameThings } from './same-things.ts'
import { type ArchiveTableName, archiveTables } from './tables.ts'
import { type Row, withoutOthers } from './take-rows.ts'
import { deleteUnnamedPictures } from './unnamed-pictures.ts'
import { comingBeside } from './whole-things.ts'

type Parts = Pick<Services, 'db' | 'storage'>
export type Restore = {
  services: Parts
  userId: string
  archive: OpenArchive
  signal: AbortSignal
  onBytes: (count: number) => void
  /** Runs in the transaction that inserts all rows, so that what it writes is committed exactly when they are. */
  conclude?: (tx: Tx, counts: Record<string, number>) => Promise<void>
}

type Rename = (row: Row) => Row
type Arriving = Restore & Looking
type Inserting = Arriving & {
  /** The keys under which bytes of the archive were stored. */
  placed: ReadonlySet<string>
  at: string
  comes: (name: ArchiveTableName, row: Row) => boolean
}

/** Tables whose rows stand for stored bytes, with the key that the bytes get; the keys that an archive names are never used. */
const stored = {
  media: (userId: string, id: string) => `media/${userId}/${id}`,
  storybook_exports: (userId: string, id: string) => `media/${userId}/book-${id}`,
}
type StoredTable = keyof typeof stored
const storedTables = Object.keys(stored) as StoredTable[]
/**
 * Tables of which all rows may have to be held in memory at once, and how many bytes each may have: three times that of the
 * largest family.
 */
const held: ArchiveTableName[] = ['family_members', 'family_connections', 'prompts']
const HELD_BYTES_MAX = 128_000_000
const isStored = (name: string): name is StoredTable => name in stored

/**
 * Puts a checked archive into an account. The bytes are stored first, under keys that no row names yet, then every row is
 * inserted in one transaction. When anything fails, the bytes are removed again and the account is as it was; after a crash in
 * between, the bin has their keys. What the account already has stays as it is.
 * @returns how many rows of each table are new
 * @throws ArchiveError, and what the database refuses
 */
export async function restoreInto(restore: Restore): Promise<Record<string, number>> {
  const { services, userId, archive } = restore
  for (const name of held) {
    const size = archive.listed(`${archive.rows}/${name}.jsonl`)?.size ?? 0
    if (size > HELD_BYTES_MAX) throw new ArchiveError('too_large', name)
  }
  const isSamePerson = await isOfSamePerson(restore)
  const same: SameThings = new Map()
  const rename = renamed({
    from: archive.about.account.id,
    to: userId,
    prompts: await idsOf(archive, 'prompts'),
    isSamePerson,
    same,
  })
  const arriving = { ...restore, rename, isSamePerson, same }
  await asWorker(services.db, userId, (tx) => findSame(tx, arriving, 'media'))
  await checkRows(restore, rename)
  const placed = new Set<string>()
  try {
    for (const name of storedTables) await placeObjects(restore, name, rename, placed)
    return await asWorker(services.db, userId, async (tx) => {
      // Bytes may take days to come, and copies are made again meanwhile.
      same.clear()
      const counts = await insertRows(tx, arriving, placed)
      await goOnWaiting(tx, userId)
      await keepProfile(tx, restore)
      if (!(await takeNamedOutOfBin(tx, userId, placed)))
        throw new Error('bytes that came were taken away meanwhile')
      await restore.conclude?.(tx, counts)
      return counts
    })
  } catch (error) {
    await removeUnnamed(services, userId, [...placed])
    throw error
  }
}

/**
 * Whether an archive belongs to the person who brings it in, by account, address or name. A person may have another address by
 * now, or spell the name in another way, but hardly ever both. A grandchild who keeps the archive of a grandmother must not
 * become her in the tree.
 */
async function isOfSamePerson({ services, userId, archive }: Restore): Promise<boolean> {
  const { account } = archive.about
  const own = await asWorker(services.db, userId, (tx) =>
    tx.selectFrom('profiles').where('id', '=', userId).select(['email', 'full_name']).executeTakeFirst(),
  )
  const isSame = (one: string, other = '') => one !== '' && plainName(one) === plainName(other)
  return account.id === userId || isSame(account.email, own?.email) || isSame(account.name, own?.full_name)
}

const plainName = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

async function idsOf(archive: OpenArchive, name: ArchiveTableName): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const rows of archivedRows(archive, name)) for (const { id } of rows) ids.add(String(id))
  return ids
}

/**
 * Checks every row before a byte is written: its values, the number of rows, whether the files of stored rows are the right
 * ones, and whether there is room for them.
 */
async function checkRows({ services, userId, archive }: Restore, rename: Rename): Promise<void> {
  const coming: Coming = { originals: 0, all: 0 }
  for (const name of Object.keys(archiveTables) as ArchiveTableName[]) {
    let count = 0
    for await (const rows of archivedRows(archive, name)) {
      count += rows.length
      if (!isStored(name)) continue
      const known = await knownIds(services, userId, name, rows.map(rename))
      for (const row of rows) {
        const { size } = fileOf(archive, row)
        if (known.has(String(rename(row).id))) continue
        coming.all += size
        if (row.role === 'original') coming.originals += size
      }
    }
    if (count !== (archive.about.counts[name] ?? 0))
      throw new ArchiveError('bad_rows', `${name}: ${count} rows`)
  }
  await asWorker(services.db, userId, (tx) => refuseTooMuch(tx, userId, coming))
}

/** The file of a row. @throws ArchiveError when it is missing, or not the one that the row describes */
function fileOf(archive: OpenArchive, row: Row): { size: number } {
  if (row.damage === 'missing') return { size: 0 }
  const file = archive.listed(String(row.file))
  if (!file) throw new ArchiveError('missing_file', String(row.file))
  if (row.damage === 'changed') return file
  const isSame = file.size === row.size_bytes && (row.sha256 === null || row.sha256 === file.sha256)
  if (!isSame) throw new ArchiveError('wrong_hash', String(row.file))
  return file
}

async function placeObjects(
  restore: Restore,
  name: StoredTable,
  rename: Rename,
  placed: Set<string>,
): Promise<void> {
  const { services, userId, archive, signal, onBytes } = restore
  for await (const rows of archivedRows(archive, name)) {
    const known = await knownIds(services, userId, name, rows.map(rename))
    for (const row of rows) {
      const id = String(rename(row).id)
      if (known.has(id) || row.damage === 'missing') continue
      signal.throwIfAborted()
      const key = stored[name](userId, id)
      placed.add(key)
      await binForLater(services.db, key)
      onBytes(await services.storage.put(key, await archive.read(String(row.file))))
    }
  }
}

/** The ids of those rows that the account already has. */
function knownIds({ db }: Parts, userId: string, name: StoredTable, rows: Row[]): Promise<Set<string>> {
  const ids = rows.map(({ id }) => String(id))
  return asWorker(db, userId, (tx) => idsHere(tx, userId, name, ids))
}

async function insertRows(
  tx: Tx,
  arriving: Arriving,
  placed: ReadonlySet<string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const at = new Date().toISOString()
  const comes = await comingBeside(tx, arriving.userId)
  const restore = { ...arriving, placed, at, comes }
  for (const name of Object.keys(archiveTables) as ArchiveTableName[]) {
    await findSame(tx, restore, name)
    counts[name] =
      name === 'media' ? await insertFiles(tx, restore) : await insertThose(tx, restore, name, everyRow)
  }
  const unnamed = await deleteUnnamedPictures(tx, restore)
  return { ...counts, media: (counts.media ?? 0) - unnamed }
}

/** Comes after `findSame`: damage of a poster that was made again since does not concern the new one. */
async function insertFiles(tx: Tx, restore: Inserting): Promise<number> {
  const damaged = await newlyDamaged(tx, restore.userId, await damagedIn(restore))
  // Copies refer to their originals, so these are inserted first.
  const originals = await insertThose(tx, restore, 'media', isOriginal)
  const copies = await insertThose(tx, restore, 'media', isCopy)
  await noteDamage(tx, restore.userId, damaged)
  await requestCopies(tx, restore)
  return originals + copies
}

function insertThose(
  tx: Tx,
  restore: Inserting,
  name: ArchiveTableName,
  takes: (row: Row) => boolean,
): Promise<number> {
  const rows = renamedRows(tx, restore, name, takes)
  return insertInto(tx, name, arranged(tx, restore.userId, name, rows))
}

/** People refer to those through whom they belong to the family, so these are inserted first. */
function arranged(
  tx: Tx,
  userId: string,
  name: ArchiveTableName,
  rows: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  if (name === 'family_members') return peopleInOrder(rows)
  if (name === 'family_connections') return linesWithoutCircles(tx, userId, rows)
  if (name === 'prompts') return questionsBeside(tx, userId, rows)
  return rows
}

async function damagedIn({ archive, rename }: Arriving): Promise<Damaged> {
  const damaged: Damaged = new Map()
  for await (const rows of archivedRows(archive, 'media')) {
    for (const row of rows) {
      const damage = damageKind.optional().parse(row.damage)
      if (damage) damaged.set(String(rename(row).id), damage)
    }
  }
  return damaged
}

const isOriginal = (row: Row): boolean => row.role === 'original'
const isCopy = (row: Row): boolean => row.role !== 'original'
const everyRow = (): boolean => true

async function* renamedRows(
  tx: Tx,
  restore: Inserting,
  name: ArchiveTableName,
  takes: (row: Row) => boolean,
): AsyncGenerator<Row[]> {
  const { userId, archive, at, comes, rename, isSamePerson } = restore
  for await (const rows of archivedRows(archive, name)) {
    const named = rows.filter(takes).map((row) => withoutOthers(archiveTables[name], rename(row), userId))
    const coming = isStored(name) ? await withBytes(tx, restore, name, named) : named
    yield coming
      .filter((row) => comes(name, row))
      .map((row) => (isSamePerson ? row : asOfOthers(name, row)))
      .map(({ file, damage, ...own }) => {
        if (!isStored(name)) return own
        const size = damage === 'changed' ? fileOf(archive, { file, damage }).size : own.size_bytes
        const came = name === 'media' ? { brought_in: transfersWith(own.brought_in, at) } : {}
        return { ...own, ...came, size_bytes: size, storage_key: stored[name](userId, String(own.id)) }
      })
  }
}

/**
 * Those rows that the account does not have.
 * @throws Error when the account had one while the bytes came, so that its bytes did not: the next try brings them
 */
async function withBytes(
  tx: Tx,
  { userId, placed }: Inserting,
  name: StoredTable,
  rows: Row[],
): Promise<Row[]> {
  const idOf = (row: Row) => String(row.id)
  const there = await idsHere(tx, userId, name, rows.map(idOf))
  const coming = rows.filter((row) => !there.has(idOf(row)))
  if (coming.some((row) => row.damage !== 'missing' && !placed.has(stored[name](userId, idOf(row)))))
    throw new Error('files that were there were taken away meanwhile')
  return coming
}

/** Adds a transfer; only the latest `limits.transfersPerFile` are kept. */
const transfersWith = (earlier: unknown, at: string): string[] =>
  [...(Array.isArray(earlier) ? earlier : []), at].slice(-limits.transfersPerFile)

async function insertInto(tx: Tx, name: ArchiveTableName, batches: AsyncGenerator<Row[]>): Promise<number> {
  let added = 0
  for await (const rows of batches) {
    const [first] = rows
    if (!first) continue
    const columns = [...Object.keys(first), ...(name === 'playlist_prompts' ? [] : ['user_id'])]
    const result = await sql<{ added: number }>`
      select app.restore_rows(${name}, ${columns}::text[], ${JSON.stringify(rows)}::jsonb) as added`.execute(
      tx,
    )
    added += result.rows[0]?.added ?? 0
  }
  return added
}

/** Queues the making of the copies that seek, which no archive contains. */
async function requestCopies(tx: Tx, { userId, archive, rename }: Arriving): Promise<void> {
  for await (const rows of archivedRows(archive, 'media')) {
    for (const row of rows.filter(
      (one) => isOriginal(one) && one.kind !== 'document' && one.damage !== 'missing',
    )) {
      await queueProcessing(tx, userId, String(rename(row).id))
    }
  }
}

const profileText = z.object({
  phone: short.catch(''),
  location: short.catch(''),
  bio: long.catch(''),
})

/** Fills the empty fields of the profile from the archive; what is there already stays. */
async function keepProfile(tx: Tx, { archive }: Restore): Promise<void> {
  const listed = archive.listed('profile.json')
  if (!listed) return
  // The file is read into memory as a whole, and an archive could bring one as large as the plan's whole storage.
  if (listed.size > limits.archiveRowBytes) throw new ArchiveError('too_large', 'profile.json')
  const pieces: Buffer[] = []
  for await (const piece of await archive.read('profile.json')) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  const said = profileText.safeParse(boundedJson(text, ROW_VALUES_MAX, 'profile.json'))
  if (!said.success) throw new ArchiveError('bad_rows', 'profile.json')
  await sql`select app.restore_profile(${JSON.stringify(said.data)}::jsonb)`.execute(tx)
}
