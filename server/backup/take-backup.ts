import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { copyOut } from '../db/copy.ts'
import { keptAlive } from '../db/kept-alive.ts'
import { liftTimeouts } from '../db/lift-timeouts.ts'
import { migrationsOf } from '../db/migrate.ts'
import { StartError } from '../start-error.ts'
import { bytesLost } from '../storage/lost-bytes.ts'
import type { Storage } from '../storage/storage.ts'
import {
  BackupDraft,
  listBackups,
  nextName,
  prepareFolder,
  readManifest,
  removeDrafts,
} from './backup-folder.ts'
import { openEarlierLines } from './earlier-lines.ts'
import { copyOfJobs } from './jobs.ts'
import { KeptObjects } from './kept-objects.ts'
import { noteBackup } from './last-backup.ts'
import {
  BACKUP_VERSION,
  type BackedUpTable,
  type BackupManifest,
  jobsName,
  type MediaCounts,
  type MediaLine,
  mediaListName,
} from './manifest.ts'
import { mediaInOrder, type WantedObject, wantedObject } from './media-list.ts'
import { pruneBackups } from './prune-backups.ts'
import { copyTarget, listSequences, listTables, plainFormats } from './tables.ts'

export type BackupWork = {
  folder: string
  /** Signs in as the owner of the schemas. */
  owner: pg.ClientConfig
  storage: Storage
  about: Pick<BackupManifest, 'kinora' | 'instance' | 'settings'>
  /** The folder with the keys; null where the operator keeps them elsewhere. */
  keysFolder: string | null
  /** How many of the newest backups are kept; all of them where it is undefined. */
  keep?: number | undefined
  /** Called when all rows have been read and only bytes are left to copy. */
  onRowsRead?: () => Promise<void>
}

export type TakenBackup = { name: string; manifest: BackupManifest; newObjects: number; pruned: string[] }

/**
 * Backs up the whole instance while it runs. All rows are of one moment, and so are the bytes: objects are in the store before
 * their rows, and nothing is removed from the store from before that moment until the backup ends (`waitForBackups`). A backup that
 * is ended midway leaves earlier backups as they are.
 * @throws StartError when the folder belongs to something else, or another backup is being made
 */
export async function takeBackup(work: BackupWork): Promise<TakenBackup> {
  await prepareFolder(work.folder)
  await refuseOthersFolder(work)
  const draft = new BackupDraft(work.folder, await nextName(work.folder))
  const client = new pg.Client({ ...work.owner, ...keptAlive })
  const lost = new Promise<never>((_, reject) => client.on('error', reject))
  lost.catch(() => undefined)
  await client.connect()
  // Until the lock is held, a draft of this name may be that of a backup that is being made.
  let isOurs = false
  try {
    await liftTimeouts(client)
    await Promise.race([holdRemovals(client), lost])
    isOurs = true
    await removeDrafts(work.folder)
    await draft.begin()
    const rows = await copyRows(client, draft)
    await work.onRowsRead?.()
    const media = await keepMedia(work, draft)
    const keys = await copyKeys(work.keysFolder, draft)
    // If the connection broke, its lock went with it, and objects may have been removed from the store meanwhile.
    await Promise.race([client.query('select 1'), lost])
    const manifest: BackupManifest = {
      format: 'kinora-backup',
      version: BACKUP_VERSION,
      ...work.about,
      ...rows,
      keys,
      media: media.counts,
    }
    await draft.finish(manifest)
    await noteBackup(client, manifest.createdAt)
    const pruned = work.keep === undefined ? [] : await pruneBackups(work.folder, work.keep)
    return { name: draft.name, manifest, newObjects: media.newObjects, pruned }
  } catch (error) {
    if (isOurs) await draft.giveUp()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseOthersFolder({ folder, about }: BackupWork): Promise<void> {
  const names = await listBackups(folder)
  for (const name of names.toReversed()) {
    // A damaged backup does not say whose it is, and must not stand in the way of the next one.
    const known = await readManifest(folder, name).catch(() => null)
    if (known?.instance === about.instance) return
    if (known)
      throw new StartError(`${folder} holds backups of another Kinora. Each needs a folder of its own.`)
  }
  if (names.length > 0) {
    throw new StartError(
      `No backup in ${folder} says whose it is: all are damaged, or of a newer Kinora. Name another folder, and keep this one.`,
    )
  }
}

/** Takes the locks that allow one backup at a time and keep everything in the store until the session ends. */
async function holdRemovals(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    advisoryLocks.backup,
  ])
  if (!rows[0]?.free) throw new StartError('Another backup of this Kinora is being made at the moment.')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.removals])
}

type CopiedSnapshot = Pick<
  BackupManifest,
  'createdAt' | 'postgresql' | 'migrations' | 'tables' | 'sequences' | 'jobs'
>

async function copyRows(client: pg.Client, draft: BackupDraft): Promise<CopiedSnapshot> {
  await client.query(plainFormats)
  await client.query('begin isolation level repeatable read read only')
  const migrations = await migrationsOf(client)
  const { rows } = await client.query<{ postgresql: string; at: Date }>(
    `select current_setting('server_version') as postgresql, now() as at`,
  )
  const [server] = rows
  if (!server || migrations.length === 0) throw new StartError('There is no Kinora in this database.')

  const tables: BackedUpTable[] = []
  for (const table of await listTables(client)) {
    const file = `tables/${table.schema}.${table.name}.copy.gz`
    const count = await copyInto(client, draft, file, `copy ${copyTarget(table)} to stdout`)
    tables.push({ ...table, file, rows: count })
  }
  const jobs = await copyInto(client, draft, jobsName, copyOfJobs)
  const sequences = await listSequences(client)
  await listMedia(client, draft)
  await client.query('commit')
  return {
    createdAt: server.at.toISOString(),
    postgresql: server.postgresql,
    migrations,
    tables,
    sequences,
    jobs,
  }
}

async function copyInto(client: pg.Client, draft: BackupDraft, file: string, statement: string) {
  const out = copyOut(client, statement)
  const packed = createGzip({ level: 5 })
  out.stream.on('error', (error) => packed.destroy(error))
  await draft.write(file, out.stream.pipe(packed))
  return out.rows()
}

/** Writes the list into a file: it may name millions of objects, and the transaction has to end before their bytes are copied. */
async function listMedia(client: pg.Client, draft: BackupDraft): Promise<void> {
  const { stream } = copyOut(client, `copy (${mediaInOrder}) to stdout`)
  await pipeline(stream, createWriteStream(draft.wantedList, { flags: 'wx', mode: 0o600 }))
}

async function* wantedObjects(draft: BackupDraft): AsyncGenerator<WantedObject> {
  const file = createReadStream(draft.wantedList)
  for await (const line of createInterface({ input: file })) if (line !== '') yield wantedObject(line)
}

async function keepMedia(
  { storage, folder }: BackupWork,
  draft: BackupDraft,
): Promise<{ counts: MediaCounts; newObjects: number }> {
  const counts: MediaCounts = { objects: 0, bytes: 0, missing: 0, damaged: 0 }
  const kept = new KeptObjects(folder)
  const earlier = await openEarlierLines(folder)
  let newObjects = 0
  const lines = async function* () {
    for await (const object of wantedObjects(draft)) {
      const { key, isGrowing } = object
      const { isNew, ...found } = await keepObject(storage, kept, object, await earlier.of(key))
      if (isNew) newObjects += 1
      count(counts, object, found)
      yield Buffer.from(`${JSON.stringify({ key, isGrowing, ...found } satisfies MediaLine)}\n`)
    }
  }
  try {
    await draft.write(mediaListName, lines())
  } finally {
    await earlier.close()
  }
  return { counts, newObjects }
}

type Found = Pick<MediaLine, 'size' | 'sha256'>

function count(counts: MediaCounts, wanted: WantedObject, { size, sha256 }: Found): void {
  counts.objects += 1
  counts.bytes += size
  if (sha256 === null) counts.missing += 1
  else if (size !== wanted.size || (wanted.sha256 ?? sha256) !== sha256) counts.damaged += 1
}

/** Keeps an object; one that the folder holds already is not read again. */
async function keepObject(
  storage: Storage,
  kept: KeptObjects,
  object: WantedObject,
  before: MediaLine | undefined,
): Promise<Found & { isNew: boolean }> {
  const { size } = object
  const known = knownHash(object, before)
  if (known !== null && (await kept.has(known, size))) return { size, sha256: known, isNew: false }
  return copyObject(storage, kept, object)
}

/**
 * The hash under which an object may be kept already, or null where none is known. An object that still grows has none, because it
 * is different each time.
 */
function knownHash(object: WantedObject, before: MediaLine | undefined): string | null {
  if (object.isGrowing) return null
  if (object.sha256 !== null) return object.sha256
  if (before?.isGrowing) return null
  return before?.size === object.size ? before.sha256 : null
}

/** Copies as much of an object as the snapshot names, or less where the store has less. A lost object does not stop the backup. */
async function copyObject(
  storage: Storage,
  kept: KeptObjects,
  { key, size }: WantedObject,
): Promise<Found & { isNew: boolean }> {
  const found = await storage.stat(key)
  if (!found) return nothing
  const end = Math.min(size, found.size) - 1
  if (end < 0) return kept.keep(Readable.from([]))
  try {
    return await kept.keep(await storage.read(key, { start: 0, end }))
  } catch (error) {
    if (bytesLost(error) !== null) return nothing
    throw error
  }
}

const nothing = { size: 0, sha256: null, isNew: false }

/** How a key file's draft ends while it is put in its place: by a process's id, a UUID, or the word of a rotation. */
const KEY_DRAFT = /\.(\d{1,7}|[0-9a-f-]{36}|next)$/

/** Where the settings give all keys, there is no folder of keys. */
async function copyKeys(folder: string | null, draft: BackupDraft): Promise<string[]> {
  if (folder === null || !existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.filter(({ name }) => !KEY_DRAFT.test(name))
  for (const { name } of names) await draft.write(`keys/${name}`, readFileSync(join(folder, name)))
  return names.map(({ name }) => name)
}
