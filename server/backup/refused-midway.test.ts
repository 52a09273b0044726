import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { backedUp, keepFile, newFolder, newStore, queryIn } from '../testing/backups.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { type CheckedBackup, checkBackup, restoreBackup } from './restore-backup.ts'

const kinora = await createTestKinora()
const [inUse, empty] = [await createTestDatabase(), await createTestDatabase()]

async function aBackup(): Promise<CheckedBackup> {
  const folder = newFolder()
  await keepFile(kinora, await kinora.person(), randomBytes(9_000))
  await backedUp(kinora, folder)
  return checkBackup(folder, { name: undefined, despiteDamage: false })
}

test('an account that is made while the bytes are put back is not overwritten by those of the backup', async () => {
  const [backup, store, newcomer] = [await aBackup(), newStore(), randomUUID()]
  const put: typeof store.put = async (...given) => {
    await inUse.asOwner(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, 'first@example.com', now(), '{}', '{}') on conflict do nothing`,
      [newcomer],
    )
    return store.put(...given)
  }
  const meanwhile = new Proxy(store, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name).bind(target)),
  })
  const work = { backup, owner: inUse.connection, sendsDue: false, beforeRows: () => undefined }

  await expect(restoreBackup({ ...work, storage: meanwhile })).rejects.toThrow('There are accounts')

  expect(await queryIn(inUse.connection, 'select id from auth.users')).toEqual([{ id: newcomer }])
})

test('a backup that says of a table that it has more rows than come is not taken for whole', async () => {
  const backup = await aBackup()
  const tables = backup.manifest.tables.map((table) =>
    table.name === 'media' ? { ...table, rows: table.rows + 1 } : table,
  )
  const work = { owner: empty.connection, storage: newStore(), sendsDue: false, beforeRows: () => undefined }

  const short = { ...backup, manifest: { ...backup.manifest, tables } }
  await expect(restoreBackup({ ...work, backup: short })).rejects.toThrow(/media: \d+ rows instead of \d+/)

  expect(await queryIn(empty.connection, 'select id from auth.users')).toEqual([])
})
