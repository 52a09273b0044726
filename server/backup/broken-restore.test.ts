import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { backedUp, keepFile, newFolder, newStore, queryIn, restoredInto } from '../testing/backups.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createTestKinora } from '../testing/kinora.ts'

const kinora = await createTestKinora()
const elsewhere = await createTestDatabase()
const { person } = kinora

test('a restore that breaks off between bytes, or while rows come in, leaves an empty Kinora, and can be run again', async () => {
  const [ana, folder, store, { connection }] = [await person(), newFolder(), newStore(), elsewhere]
  const [bytes, more] = [randomBytes(9_000), randomBytes(9_000)]
  const keys = [await keepFile(kinora, ana, bytes), await keepFile(kinora, ana, more)]
  await backedUp(kinora, folder)
  const anybody = () => queryIn(connection, 'select 1 from auth.users limit 1')

  // The database ends the connection while bytes are placed, when nothing is asked of it.
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  let placed = 0
  const put: Storage['put'] = async (...given) => {
    placed += 1
    if (placed === 2) await queryIn(elsewhere.superuser, endAll)
    return store.put(...given)
  }
  const during = new Proxy(store, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name).bind(target)),
  })
  await expect(restoredInto(folder, connection, during)).rejects.toThrow(/terminat|not queryable/i)
  expect(placed).toBeGreaterThan(1)
  expect(await anybody()).toEqual([])

  // The connection is ended when all rows are in and the jobs are about to follow.
  const holding = await holdJobs(elsewhere.superuser)
  const restoring = expect(restoredInto(folder, connection, store)).rejects.toThrow(/terminat/i)
  await holding.endWhoWaits()
  await restoring
  expect(await anybody()).toEqual([])

  await restoredInto(folder, connection, store)
  expect(await anybody()).not.toEqual([])
  const read = await Promise.all(keys.map(async (key) => buffer(await store.read(key))))
  expect(read).toEqual([bytes, more])
}, 120_000)

/** Locks the queue against all other sessions, so that the session that waits for it can be ended. */
async function holdJobs(superuser: pg.ClientConfig) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
  const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return {
    endWhoWaits: async () => {
      await expect.poll(async () => (await queryIn(superuser, endWaiting)).length).toBe(1)
      await client.end()
    },
  }
}
