import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openKeyFolder } from './auth/key-folder.ts'
import { newPrivateJwk } from './auth/keys.ts'
import { readEnv } from './env.ts'
import { rotateKeyOf } from './rotate-auth-key.ts'

const newDataDir = () => mkdtemp(join(tmpdir(), 'kinora-data-'))

it('names the new key, which is in the data folder then', async () => {
  const dataDir = await newDataDir()
  await openKeyFolder(join(dataDir, 'secrets'), 3600)

  const said = await rotateKeyOf(readEnv({ DATA_DIR: dataDir }))

  const [first] = JSON.parse(await readFile(join(dataDir, 'secrets/auth-keys.json'), 'utf8')).keys
  expect(said).toContain(first.kid)
})

it.each([
  ['there are none yet', {}, 'there are no keys yet'],
  [
    'the settings give them',
    { AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()) },
    'given by AUTH_JWT_KEYS',
  ],
])('says so when %s', async (_what, settings, reason) => {
  const env = readEnv({ DATA_DIR: await newDataDir(), ...settings })

  await expect(rotateKeyOf(env)).rejects.toThrow(reason)
})
