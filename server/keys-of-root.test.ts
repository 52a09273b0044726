import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

test('keys that are known are used on while their file cannot be read, which is told once each time', async () => {
  const folder = newFolder()
  const told: string[] = []
  const keys = await openKeyFolder(folder, 3600, (cause) => told.push(cause))
  const known = await keys.current()
  const file = join(folder, 'auth-keys.json')
  rmSync(file)
  mkdirSync(file)

  expect(await keys.latest()).toBe(known)
  expect(await keys.latest()).toBe(known)
  expect(told).toEqual(['EISDIR'])
  await expect(openKeyFolder(folder, 3600)).rejects.toThrow('EISDIR')

  rmSync(file, { recursive: true })
  await openKeyFolder(folder, 3600)
  await keys.latest()
  writeFileSync(file, '{"keys":[{"d":"a secret"')
  expect((await keys.latest()).jwks).not.toEqual(known.jwks)
  expect(told).toEqual(['EISDIR', 'SyntaxError'])
})
