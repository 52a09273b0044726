import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyFolder, rotateAuthKey } from './auth/key-folder.ts'
import { loadSecrets } from './secrets.ts'
import { newFolder } from './testing/backups.ts'

/** An account that is not ours; only root can hand it anything. */
const SERVICE = 65_534
const isRoot = process.getuid?.() === 0

function folderOfService(): string {
  const folder = newFolder()
  chownSync(folder, SERVICE, SERVICE)
  return folder
}
const ownersOf = (...paths: string[]) => paths.map((path) => [statSync(path).uid, statSync(path).gid])

test.skipIf(!isRoot)('what root makes among the keys of a service belongs to the service', async () => {
  const secrets = join(folderOfService(), 'secrets')

  loadSecrets(secrets, undefined)
  await openKeyFolder(secrets, 3600)

  const made = [secrets, join(secrets, 'master.key'), join(secrets, 'auth-keys.json')]
  expect(ownersOf(...made)).toEqual(made.map(() => [SERVICE, SERVICE]))
})

test.skipIf(!isRoot)('a key that root rotates stays with the account that it belonged to', async () => {
  const folder = newFolder()
  await openKeyFolder(folder, 3600)
  const file = join(folder, 'auth-keys.json')
  chownSync(file, SERVICE, SERVICE)

  await rotateAuthKey(folder)

  expect(ownersOf(file)).toEqual([[SERVICE, SERVICE]])
})

test('keys that are known are used on while their file cannot be read', async () => {
  const folder = newFolder()
  const keys = await openKeyFolder(folder, 3600)
  const known = await keys.current()
  const file = join(folder, 'auth-keys.json')
  rmSync(file)
  mkdirSync(file)

  expect(await keys.latest()).toBe(known)
  await expect(openKeyFolder(folder, 3600)).rejects.toThrow('EISDIR')
})
