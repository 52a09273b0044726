import { randomBytes } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { sha256Of } from '../sha256.ts'
import type { Storage } from '../storage/storage.ts'
import { backedUp, keepFile, linesOf, newFolder } from '../testing/backups.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { listBackups, readManifest } from './backup-folder.ts'
import { jobsThatTellPeople } from './jobs.ts'
import { KeptObjects } from './kept-objects.ts'
import { objectsLeftOut, objectsTaken } from './media-list.ts'
import { leftOutTables } from './tables.ts'
import { verifyBackups } from './verify-backup.ts'

const kinora = await createTestKinora()
const { database, person } = kinora
/** A file that exists, reports a size of 0 bytes, and answers every read with EIO. */
const UNREADABLE = '/proc/self/mem'

test('a second backup copies only what is new, and a kept number of backups keeps what those name', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const key = await keepFile(kinora, ana, randomBytes(50_000))
  const first = await backedUp(kinora, folder)
  const added = await keepFile(kinora, ana, randomBytes(60_000))
  const second = await backedUp(kinora, folder)
  expect([first.newObjects > 0, second.newObjects]).toEqual([true, 1])
  expect((await verifyBackups(folder, await listBackups(folder))).map(({ problems }) => problems)).toEqual([
    [],
    [],
  ])

  await database.asOwner('delete from media where storage_key = $1', [added])
  const third = await backedUp(kinora, folder, { keep: 1 })
  expect(third.pruned).toEqual([first.name, second.name])
  expect(await listBackups(folder)).toEqual([third.name])
  const kept = readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
  const named = new Set((await linesOf(folder, third.name)).flatMap(({ sha256 }) => sha256 ?? []))
  expect(new Set(kept.filter((entry) => entry.isFile()).map(({ name }) => name))).toEqual(named)
  expect((await linesOf(folder, third.name)).map((line) => line.key)).toContain(key)
})

test('bytes that take longer to copy than the server lets a session be idle do not end a backup', async () => {
  const folder = newFolder()
  const connection = { ...database.connection, options: '-c idle_session_timeout=1500ms' }

  const { name } = await backedUp({ ...kinora, database: { ...database, connection } }, folder, {
    onRowsRead: () => sleep(2_500),
  })

  expect(await listBackups(folder)).toEqual([name])
})

test('what a file manager has put between the objects keeps no backup from being pruned', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const key = await keepFile(kinora, ana, randomBytes(9_000))
  await backedUp(kinora, folder)
  const [part = ''] = readdirSync(join(folder, 'objects')).filter((name) => /^[0-9a-f]{2}$/.test(name))
  writeFileSync(join(folder, 'objects', '.DS_Store'), 'icons')
  mkdirSync(join(folder, 'objects', part, '@eaDir'))
  writeFileSync(join(folder, 'objects', part, '@eaDir', 'thumb.jpg'), 'a thumbnail')

  const second = await backedUp(kinora, folder, { keep: 1 })

  expect(await listBackups(folder)).toEqual([second.name])
  expect((await verifyBackups(folder, [second.name]))[0]?.problems).toEqual([])
  expect((await linesOf(folder, second.name)).map((line) => line.key)).toContain(key)
})

test('the newest backup is the one that was made last, also after one that was made while the clock was ahead', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const ahead = '2099-12-31T23-59-59.999Z'
  const first = await backedUp(kinora, folder)
  renameSync(join(folder, 'backups', first.name), join(folder, 'backups', ahead))
  const key = await keepFile(kinora, ana, randomBytes(9_000))

  const { name, pruned } = await backedUp(kinora, folder, { keep: 1 })

  expect(pruned).toEqual([ahead])
  expect(await listBackups(folder)).toEqual([name])
  expect((await linesOf(folder, name)).map((line) => line.key)).toContain(key)
  expect((await backedUp(kinora, folder)).name > name).toBe(true)
})

test('a backup that is refused because another one runs leaves that one alone, also where both would have the same name', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const key = await keepFile(kinora, ana, randomBytes(9_000))
  const first = await backedUp(kinora, folder)
  // After a name that is ahead of the clock, the next one follows from that name alone.
  renameSync(join(folder, 'backups', first.name), join(folder, 'backups', '2099-12-31T23-59-59.999Z'))
  const refused: unknown[] = []
  const another = () =>
    backedUp(kinora, folder).then(
      () => undefined,
      (error) => void refused.push(error),
    )

  const { name } = await backedUp(kinora, folder, { onRowsRead: another })

  expect(String(refused)).toContain('Another backup of this Kinora is being made')
  expect((await verifyBackups(folder, [name]))[0]?.problems).toEqual([])
  expect((await linesOf(folder, name)).map((line) => line.key)).toContain(key)
})

test('the metrics tell how old the newest backup is, and nothing before there is one', async () => {
  const backupAge = async () => {
    const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const text = await (await kinora.app.request('/metrics', {}, here)).text()
    const [, seconds] = /^kinora_backup_age_seconds (\S+)$/m.exec(text) ?? []
    return seconds === undefined ? null : Number(seconds)
  }
  await database.asOwner('delete from kinora.last_backup')
  expect(await backupAge()).toBeNull()

  const folder = newFolder()
  await backedUp(kinora, folder)
  await database.asOwner(`update kinora.last_backup set taken_at = taken_at - interval '2 days'`)
  expect(await backupAge()).toBeGreaterThanOrEqual(2 * 86_400)

  const dies = { onRowsRead: () => Promise.reject(new Error('the power went')) }
  await expect(backedUp(kinora, folder, dies)).rejects.toThrow('the power went')
  expect(await backupAge()).toBeGreaterThanOrEqual(2 * 86_400)

  await backedUp(kinora, folder)
  expect(await backupAge()).toBeLessThan(86_400)
})

test('a backup of many files needs no more memory than one of few', async () => {
  const [ana, folder, same] = [await person(), newFolder(), randomBytes(10)]
  const sha256 = sha256Of(same)
  await keepFile(kinora, ana, same, sha256)
  await database.asOwner(
    `insert into media (user_id, role, kind, state, mime_type, size_bytes, sha256, storage_key)
     select $1::uuid, 'original', 'image', 'stored', 'image/jpeg', 10, $2, 'media/' || $1::uuid || '/' || n
     from generate_series(1, 10000) n`,
    [ana.id, sha256],
  )
  // The last object that is read, when everything that a backup may hold in memory has accumulated.
  const last = `media/${ana.id}/z`
  await kinora.services.storage.put(last, randomBytes(10))
  await database.asOwner(
    `insert into media (user_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, 'original', 'image', 'stored', 'image/jpeg', 10, $2)`,
    [ana.id, last],
  )
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  let [before, most] = [0, 0]
  const storage: Storage = Object.assign(Object.create(kinora.services.storage), {
    stat: (key: string) => {
      if (key === last) most = heap()
      return kinora.services.storage.stat(key)
    },
    read: (...given: Parameters<Storage['read']>) => kinora.services.storage.read(...given),
  })
  const watched = { ...kinora, services: { ...kinora.services, storage } }
  const { name } = await backedUp(kinora, folder)
  // Only the newest list still held that object's hash; without its line there the object is read again.
  const list = join(folder, 'backups', name, 'media.ndjson')
  writeFileSync(list, readFileSync(list, 'utf8').replace(/.*z".*\n/, ''))

  before = heap()
  const taken = await backedUp(watched, folder)

  expect(taken.manifest.media.objects).toBeGreaterThan(10_000)
  expect(most).toBeGreaterThan(0)
  expect((most - before) / 10_000).toBeLessThan(100)
  await database.asOwner('delete from media where user_id = $1', [ana.id])
}, 120_000)

test('an interrupted backup leaves the earlier one whole and nothing else, and only we may read either', async () => {
  const [ana, folder] = [await person(), newFolder()]
  await keepFile(kinora, ana, randomBytes(9_000))
  const { name } = await backedUp(kinora, folder)
  const dies = { onRowsRead: () => Promise.reject(new Error('the power went')) }
  await expect(backedUp(kinora, folder, dies)).rejects.toThrow('the power went')
  mkdirSync(join(folder, 'backups', '.unfinished-of-a-killed-run'))
  const next = await backedUp(kinora, folder)

  expect(readdirSync(join(folder, 'backups')).sort()).toEqual([name, next.name])
  expect((await verifyBackups(folder, [name]))[0]?.problems).toEqual([])
  const open = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

test('a backup that was damaged stands in the way of no other, and the bytes it may name stay', async () => {
  const [ana, folder] = [await person(), newFolder()]
  await keepFile(kinora, ana, randomBytes(9_000))
  const older = await backedUp(kinora, folder)
  const damaged = await backedUp(kinora, folder)
  const spoil = (file: string) => writeFileSync(join(folder, 'backups', damaged.name, file), '{"cut o')
  spoil('manifest.json')
  spoil('media.ndjson')

  const next = await backedUp(kinora, folder)

  expect((await verifyBackups(folder, [next.name]))[0]?.problems).toEqual([])
  await expect(backedUp(kinora, folder, { instance: 'another' })).rejects.toThrow('of another Kinora')
  await expect(backedUp(kinora, folder, { keep: 3 })).rejects.toThrow(`${damaged.name} is damaged`)
  expect(await listBackups(folder)).toHaveLength(3)
  expect(await listBackups(folder)).not.toContain(older.name)
  expect((await verifyBackups(folder, [next.name]))[0]?.problems).toEqual([])
})

const flipped = (digit: string) => (digit === '0' ? '1' : '0')

test.each([
  ['is empty', 'media.ndjson', () => ''],
  [
    'is cut off at the end of a line',
    'media.ndjson',
    (text: string, sha256: string) => text.slice(0, text.lastIndexOf('\n', text.indexOf(sha256)) + 1),
  ],
  [
    'has another digit',
    'media.ndjson',
    (text: string, sha256: string) => text.replace(sha256, sha256.replace(/^./, flipped)),
  ],
  ['has nothing to be compared with', 'SHA256SUMS', () => ''],
])('bytes stay while the list of a remaining backup that names them %s', async (_how, file, change) => {
  const [ana, folder] = [await person(), newFolder()]
  await backedUp(kinora, folder)
  const key = await keepFile(kinora, ana, randomBytes(9_000))
  const older = await backedUp(kinora, folder)
  const sha256 = (await linesOf(folder, older.name)).find((line) => line.key === key)?.sha256 ?? ''
  await database.asOwner('delete from media where storage_key = $1', [key])
  const changed = join(folder, 'backups', older.name, file)
  const text = readFileSync(changed, 'utf8')
  writeFileSync(changed, change(text, sha256))
  expect(readFileSync(changed, 'utf8')).not.toBe(text)

  await expect(backedUp(kinora, folder, { keep: 2 })).rejects.toThrow(`${older.name} is damaged`)

  expect(existsSync(new KeptObjects(folder).pathOf(sha256))).toBe(true)
})

test('where every backup of a folder is damaged nothing is added to it, and it is said what to do', async () => {
  const folder = newFolder()
  const { name } = await backedUp(kinora, folder)
  writeFileSync(join(folder, 'backups', name, 'manifest.json'), '{"cut o')

  await expect(backedUp(kinora, folder)).rejects.toThrow(/all are damaged.*Name another folder/)

  expect(await listBackups(folder)).toEqual([name])
  const { problems } = (await verifyBackups(folder, [name]))[0] ?? {}
  expect(problems).toEqual(['manifest.json is damaged'])
})

test.skipIf(!existsSync(UNREADABLE))(
  'bytes that the disk of the backups cannot read any more are put aside, and copied again',
  async () => {
    const [ana, folder, nothing] = [await person(), newFolder(), Buffer.alloc(0)]
    const sha256 = sha256Of(nothing)
    await keepFile(kinora, ana, nothing, sha256)
    const { name } = await backedUp(kinora, folder)
    const object = join(folder, 'objects', sha256.slice(0, 2), sha256)
    rmSync(object)
    symlinkSync(UNREADABLE, object)

    const [verified] = await verifyBackups(folder, [name], (one) => new KeptObjects(folder).putAside(one))
    expect(verified?.problems).toEqual([expect.stringMatching('are damaged')])

    expect((await backedUp(kinora, folder)).newObjects).toBe(1)
    expect((await verifyBackups(folder, [name]))[0]?.problems).toEqual([])
  },
  30_000,
)

test('two backups at once, a folder of something else and a folder of another Kinora are refused', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  writeFileSync(join(other, 'letter.txt'), 'Dear Ana')
  await expect(backedUp(kinora, other)).rejects.toThrow('something other than backups')
  // Into the same folder, as when a nightly backup takes longer than a day: the first one is completed all the same.
  const { name } = await backedUp(kinora, folder, {
    onRowsRead: () => expect(backedUp(kinora, folder)).rejects.toThrow('Another backup'),
  })
  expect(await listBackups(folder)).toEqual([name])
  await expect(backedUp(kinora, folder, { instance: 'another' })).rejects.toThrow('of another Kinora')
})

test('a backup that names files outside of it is not read', async () => {
  const folder = newFolder()
  const { name, manifest } = await backedUp(kinora, folder)
  const [table] = manifest.tables
  const file = join(folder, 'backups', name, 'manifest.json')
  for (const leading of [
    { keys: ['../../../authorized_keys'] },
    { keys: ['..'] },
    { tables: [{ ...table, file: '../../../passwd' }] },
  ]) {
    writeFileSync(file, JSON.stringify({ ...manifest, ...leading }))
    await expect(readManifest(folder, name), JSON.stringify(leading)).rejects.toThrow('cannot be read')
  }
  writeFileSync(file, JSON.stringify({ ...manifest, keys: ['master.key', '.old (2)'] }))
  expect((await readManifest(folder, name)).tables).toEqual(manifest.tables)
})

test('a key that another process is just putting in its place is not taken for one', async () => {
  const keysFolder = newFolder()
  for (const name of ['master.key', 'master.key.4711', 'auth-keys.json', 'auth-keys.json.next'])
    writeFileSync(join(keysFolder, name), name)

  const { manifest } = await backedUp(kinora, newFolder(), { keysFolder })

  expect(manifest.keys.sort()).toEqual(['auth-keys.json', 'master.key'])
})

test('every table is in a backup or named as left out, and so is every table that names objects', async () => {
  const { manifest } = await backedUp(kinora, newFolder())
  const taken = manifest.tables.map(({ schema, name }) => `${schema}.${name}`)
  const { rows } = await database.asOwner(
    `select n.nspname || '.' || c.relname as name, exists(select 1 from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'storage_key') as "hasObjects"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'kinora')`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...taken, ...leftOutTables].sort())
  const withObjects = rows.filter(({ hasObjects }) => hasObjects).map(({ name }) => name)
  expect(withObjects.sort()).toEqual([...objectsTaken, ...Object.keys(objectsLeftOut)].sort())
})

test('the kinds of job that are held after a restore are kinds that there are', () => {
  const sources = globSync('server/**/*.ts', { cwd: join(import.meta.dirname, '../..') })
  const defined = sources.flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, '../..', file), 'utf8').matchAll(/defineJob\(\s*'(\w+)'/g),
  ])
  expect(defined.map(([, name]) => name)).toEqual(expect.arrayContaining(jobsThatTellPeople))
})
