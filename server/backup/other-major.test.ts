import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { prepareConnections } from '../db/connections.ts'
import {
  backedUp,
  contentsOf,
  keepFile,
  newFolder,
  newStore,
  queryIn,
  restoredInto,
} from '../testing/backups.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../testing/one-of-each.ts'
import { findPostgres, startOtherPostgres } from '../testing/other-postgres.ts'
import { leftOutTables } from './tables.ts'

const kinora = await createTestKinora()
const newHome = await createTestDatabase()
const programs = findPostgres(15)

/** Skipped where the system has no PostgreSQL 15. */
test.skipIf(programs === undefined)(
  'a family moves from our PostgreSQL to 15, and from 15 to ours, with everything',
  async () => {
    const ana = await kinora.person('Ana')
    await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
    const picture = randomBytes(70_000)
    const key = await keepFile(kinora, ana, picture)
    const before = await contentsOf(kinora.database.connection)
    for (const table of leftOutTables) before[table] = '0 '

    const [toOld, toNew, store, newStoreOfHers] = [newFolder(), newFolder(), newStore(), newStore()]
    await backedUp(kinora, toOld)
    const { owner } = await prepareConnections(await startOtherPostgres(programs ?? ''))
    await restoredInto(toOld, owner, store, { sendsDue: true })
    expect(
      await queryIn(owner, `select current_setting('server_version_num')::int / 10000 as major`),
    ).toEqual([{ major: 15 }])
    expect(await contentsOf(owner)).toEqual(before)

    const database = { ...kinora.database, connection: owner }
    const { manifest } = await backedUp(
      { ...kinora, database, services: { ...kinora.services, storage: store } },
      toNew,
    )
    expect(manifest.postgresql).toMatch(/^15\./)
    await restoredInto(toNew, newHome.connection, newStoreOfHers, { sendsDue: true })
    expect(await contentsOf(newHome.connection)).toEqual(before)
    expect((await buffer(await newStoreOfHers.read(key))).equals(picture)).toBe(true)
  },
  120_000,
)
