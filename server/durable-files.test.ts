import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyFolder, rotateAuthKey } from './auth/key-folder.ts'
import { createMailTransport } from './mail/transport.ts'
import { loadSecrets } from './secrets.ts'
import { createSmsTransport } from './sms/transport.ts'
import { newFolder } from './testing/backups.ts'
import { watchFlushedPaths } from './testing/flushes.ts'

const isLinux = process.platform === 'linux'

/** What lies in a new data folder, each made by its own part of Kinora. */
const makers: [string, (folder: string) => unknown][] = [
  ['the master secret', (folder) => loadSecrets(folder, undefined)],
  ['the keys that sign', (folder) => openKeyFolder(folder, 3600)],
  [
    'a mail in the outbox',
    (outbox) =>
      createMailTransport({ smtpUrl: undefined, from: 'kinora@example.com', outbox }).deliver({
        id: '0198c0de-0000-7000-8000-000000000001',
        writtenAt: '2026-01-01T00:00:00.000Z',
        to: 'ana@example.com',
        subject: 'Welcome',
        text: 'Hello',
      }),
  ],
  [
    'a text message in the outbox',
    (outbox) =>
      createSmsTransport({ provider: undefined, outbox }).deliver({ to: '491701234567', text: '123456' }),
  ],
]

test.skipIf(!isLinux).each(makers)(
  '%s is on the medium with its name and the folder’s',
  async (_what, make) => {
    const folder = join(newFolder(), 'made here')
    const flushed = watchFlushedPaths()

    await make(folder)

    expect(readdirSync(folder)).toHaveLength(1)
    expect(flushed()).toEqual(expect.arrayContaining([folder, dirname(folder)]))
  },
)

test.skipIf(!isLinux).each(makers.slice(2))('%s is on the medium with its bytes', async (_what, make) => {
  const folder = join(newFolder(), 'made here')
  const flushed = watchFlushedPaths()

  await make(folder)

  const [name = ''] = readdirSync(folder)
  expect(flushed()).toContain(join(folder, `.${name}`))
})

test.skipIf(!isLinux)('a rotated key is on the medium with its name', async () => {
  const folder = newFolder()
  await openKeyFolder(folder, 3600)
  const flushed = watchFlushedPaths()

  await rotateAuthKey(folder)

  expect(flushed()).toContain(folder)
})

test.skipIf(!isLinux)(
  'what a killed start has left without a name on the medium is flushed by the next',
  async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'secrets'))
    loadSecrets(join(folder, 'secrets'), undefined)
    await openKeyFolder(join(folder, 'secrets'), 3600)
    const flushed = watchFlushedPaths()

    loadSecrets(join(folder, 'secrets'), undefined)
    const bySecrets = flushed().length
    await openKeyFolder(join(folder, 'secrets'), 3600)

    expect(bySecrets).toBeGreaterThan(0)
    expect(flushed().length).toBeGreaterThan(bySecrets)
  },
)
