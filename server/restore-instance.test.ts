import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { backUp } from './back-up.ts'
import { backupsIn, listBackups } from './backup/backup-folder.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { restoreInstance } from './restore-instance.ts'
import { newFolder } from './testing/backups.ts'
import { personAt } from './testing/family.ts'
import { createServerProcess } from './testing/server-process.ts'

const log = createLog('silent')

test('a running Kinora with a database of its own moves into an empty folder, with its keys or with those put there', async () => {
  const [home, folder, elsewhere] = [await createServerProcess(), newFolder(), await createServerProcess()]
  await home.start()
  const ana = await personAt(home.url)
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })

  const env = readEnv({ DATA_DIR: home.dataDir })
  expect(await backUp(env, log, [folder, '--without-keys'])).toContain('keys: none')
  const there = readEnv({ DATA_DIR: elsewhere.dataDir })
  await expect(restoreInstance(there, log, folder, [])).rejects.toThrow('The keys here are not those')
  expect(await backUp(env, log, [folder, '--keep', '1'])).toMatch(
    /keys: auth-keys.json, master.key.*removed: /s,
  )
  expect(await backUp(env, log, [folder, '--verify'])).toContain('every byte is as it was written')
  await home.kill()
  // A stick without rights of its own shows every file as readable to all.
  const [backup = ''] = await listBackups(folder)
  for (const name of ['auth-keys.json', 'master.key'])
    chmodSync(join(backupsIn(folder), backup, 'keys', name), 0o644)

  // As where root restores for a service: its keys have to be its own.
  if (process.getuid?.() === 0) chownSync(elsewhere.dataDir, 65_534, 65_534)
  expect(await restoreInstance(there, log, folder, ['--send-due'])).toMatch(
    /Restored the backup .*\n {2}rows: \d+/,
  )
  const key = join(elsewhere.dataDir, 'secrets', 'master.key')
  expect(readFileSync(key)).toEqual(readFileSync(join(home.dataDir, 'secrets', 'master.key')))
  expect(statSync(key).mode & 0o077).toBe(0)
  expect(statSync(key).uid).toBe(statSync(elsewhere.dataDir).uid)

  await elsewhere.start()
  const logIn = await fetch(`${elsewhere.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, password: 'wild geese' }),
  })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await logIn.json())
  const found = await fetch(`${elsewhere.url}/api/stories`, { headers: { authorization: `Bearer ${token}` } })
  expect(await found.text()).toContain('The mill')
}, 180_000)

test('where the passwords of the database are lost, a start says what a backup is for, and it goes in beside what cannot be opened', async () => {
  const [home, folder] = [await createServerProcess(), newFolder()]
  await home.start()
  const ana = await personAt(home.url)
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const env = readEnv({ DATA_DIR: home.dataDir })
  await backUp(env, log, [folder])
  await home.kill()
  const passwords = join(home.dataDir, 'postgres.credentials.json')
  truncateSync(passwords)
  await expect(home.start()).rejects.toThrow('postgres.credentials.json is damaged')
  rmSync(passwords)

  await expect(home.start()).rejects.toThrow(
    /postgres.credentials.json is missing.*“postgres” away.*npm run restore/s,
  )
  renameSync(join(home.dataDir, 'postgres'), join(home.dataDir, 'postgres.lost'))
  await restoreInstance(env, log, folder, [])

  await home.start()
  expect(await ana.client.stories.list({})).toMatchObject({ items: [{ title: 'The mill' }] })
}, 180_000)

test('a backup of nothing, into nothing, and words that are no command say so', async () => {
  const nowhere = readEnv({ DATA_DIR: join(newFolder(), 'none') })
  await expect(backUp(nowhere, log, [newFolder()])).rejects.toThrow('There is no Kinora in')
  await expect(backUp(nowhere, log, [])).rejects.toThrow('npm run backup -- FOLDER')
  await expect(backUp(nowhere, log, ['a', '--keep', '0'])).rejects.toThrow('npm run backup -- FOLDER')
  await expect(restoreInstance(nowhere, log, newFolder(), [])).rejects.toThrow('There are no backups')
})
