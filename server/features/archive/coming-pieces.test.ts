import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { firstTry } from '../../testing/archives.ts'
import { codeOf } from '../../testing/code-of.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { runImport } from './run-import.ts'

const { app, person, services, database } = await createTestKinora()

async function begun(who: Person, sizeBytes = 10): Promise<string> {
  const { id } = await who.client.archive.startImport({ id: uuidv7(), fileName: 'a.zip', sizeBytes })
  return id
}

async function put(who: Person, id: string, range: string | null, body: string): Promise<number> {
  const headers: Record<string, string> = range === null ? {} : { 'Content-Range': range }
  return (await who.request(`/media/imports/${id}`, { method: 'PUT', headers, body })).status
}

/** An import of ten bytes that have all arrived and been declared complete. */
async function finished(who: Person): Promise<string> {
  const id = await begun(who)
  expect(await put(who, id, 'bytes 0-9/10', 'abcdefghij')).toBe(200)
  await who.client.archive.finishImport({ id })
  return id
}

const importOf = async (who: Person, id: string) =>
  (await who.client.archive.imports()).find((one) => one.id === id)

test('a piece belongs to the archive that it names, and to whoever is bringing that in', async () => {
  const [ana, eve] = [await person(), await person('Eve')]
  const id = await begun(ana)

  expect(await put(ana, uuidv7(), 'bytes 0-3/10', 'abcd')).toBe(404)
  expect(await put(ana, 'one', 'bytes 0-3/10', 'abcd')).toBe(404)
  expect(await put(eve, id, 'bytes 0-3/10', 'abcd')).toBe(404)
  const body = { method: 'PUT', headers: { 'Content-Range': 'bytes 0-3/10' }, body: 'abcd' }
  expect((await app.request(`/media/imports/${id}`, body)).status).toBe(401)

  expect(await importOf(ana, id)).toMatchObject({ state: 'receiving', receivedBytes: 0 })
})

test('an import that is asked for again is told as it stands, also while another one comes in', async () => {
  const ana = await person()
  const first = uuidv7()
  const ask = () => ana.client.archive.startImport({ id: first, fileName: 'a.zip', sizeBytes: 10 })
  await ask()
  await database.asOwner(`update archive_imports set state = 'completed' where id = $1`, [first])
  await begun(ana)
  // The row lies behind the other one now.
  await database.asOwner(`update archive_imports set state = 'failed' where id = $1`, [first])

  expect(await ask()).toMatchObject({ id: first, state: 'failed' })
})

test('a piece says where it belongs, within what was announced', async () => {
  const ana = await person()
  const id = await begun(ana)

  expect(await put(ana, id, null, 'abcd')).toBe(400)
  expect(await put(ana, id, 'bytes 0-10/10', 'abcdefghijk')).toBe(400)

  expect(await importOf(ana, id)).toMatchObject({ receivedBytes: 0 })
})

test('of two pieces for one place that come at once one counts', async () => {
  const ana = await person()
  const id = await begun(ana)
  const holds = await otherTransaction(database)
  await holds.query('select from archive_imports where id = $1 for update', [id])
  const answers = ['abcd', 'abcdef'].map(async (body) => {
    const headers = { 'Content-Range': `bytes 0-${body.length - 1}/10` }
    return (await ana.request(`/media/imports/${id}`, { method: 'PUT', headers, body })).json()
  })

  await somebodyWaits(database, 2)
  await holds.query('commit')
  const [one, other] = await Promise.all(answers)

  expect(one).toEqual(other)
  expect(await importOf(ana, id)).toMatchObject(one)
})

test('once all is there no piece is taken any more, and the work is queued once', async () => {
  const ana = await person()
  const id = await finished(ana)

  expect(await put(ana, id, 'bytes 0-9/10', 'xxxxxxxxxx')).toBe(404)
  expect(await ana.client.archive.finishImport({ id })).toMatchObject({ id, state: 'checking' })
  expect(await codeOf(ana.client.archive.finishImport({ id: uuidv7() }))).toBe('NOT_FOUND')

  const queued = await database.asOwner(
    `select from graphile_worker._private_jobs where payload ->> 'id' = $1`,
    [id],
  )
  expect(queued.rowCount).toBe(1)
})

test('an archive is taken back by itself, and not while its rows are written', async () => {
  const ana = await person()
  const first = await finished(ana)
  await runImport(services, { userId: ana.id, id: first }, firstTry())
  const before = await importOf(ana, first)
  const second = await begun(ana, 4)
  await put(ana, second, 'bytes 0-3/4', 'abcd')
  await ana.client.archive.finishImport({ id: second })

  await database.asOwner(`update archive_imports set state = 'restoring' where id = $1`, [second])
  expect(await codeOf(ana.client.archive.deleteImport({ id: second }))).toBe('CONFLICT')
  expect(await codeOf(ana.client.archive.deleteImport({ id: uuidv7() }))).toBe('NOT_FOUND')
  await database.asOwner(`update archive_imports set state = 'checking' where id = $1`, [second])
  await ana.client.archive.deleteImport({ id: second })

  expect(before).toMatchObject({ state: 'failed', receivedBytes: 10 })
  expect(await ana.client.archive.imports()).toEqual([before])
})

test('of an archive that has not come whole, or was refused before, the work does nothing', async () => {
  const ana = await person()
  const refused = await finished(ana)
  await runImport(services, { userId: ana.id, id: refused }, firstTry())
  const coming = await begun(ana)
  await put(ana, coming, 'bytes 0-3/10', 'abcd')
  const before = await ana.client.archive.imports()
  expect(before.map(({ state }) => state)).toEqual(['receiving', 'failed'])

  for (const id of [refused, coming]) await runImport(services, { userId: ana.id, id }, firstTry())

  expect(await ana.client.archive.imports()).toEqual(before)
  expect(await put(ana, coming, 'bytes 4-9/10', 'efghij')).toBe(200)
  expect(await ana.client.archive.finishImport({ id: refused })).toMatchObject({ state: 'failed' })
})

test('work on an archive that was taken back does nothing to the one that came after it', async () => {
  const ana = await person()
  const takenBack = await finished(ana)
  await ana.client.archive.deleteImport({ id: takenBack })
  const next = await finished(ana)

  await runImport(services, { userId: ana.id, id: takenBack }, firstTry())

  expect(await importOf(ana, next)).toMatchObject({ state: 'checking', problem: null })
  expect(await services.storage.stat(`media/${ana.id}/import-${next}`)).toEqual({ size: 10 })
})

test('what nobody foresaw is tried again, and told after the last try', async () => {
  const ana = await person()
  const id = await finished(ana)
  const storage: Storage = new Proxy(services.storage, {
    get: (target, name) => {
      if (name === 'localPath') return () => null
      if (name === 'read') return () => Promise.reject(new Error('a loose cable'))
      return Reflect.get(target, name, target).bind(target)
    },
  })
  const run = (isLastAttempt: boolean) =>
    runImport({ ...services, storage }, { userId: ana.id, id }, { ...firstTry(), isLastAttempt })

  await expect(run(false)).rejects.toThrow('a loose cable')
  expect(await importOf(ana, id)).toMatchObject({ state: 'checking', problem: null })
  expect(await services.storage.stat(`media/${ana.id}/import-${id}`)).not.toBeNull()

  await run(true)
  expect(await importOf(ana, id)).toMatchObject({ state: 'failed', problem: 'unexpected' })
})
