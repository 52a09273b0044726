import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { newPrivateJwk } from './auth/keys.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { run } from './run.ts'
import { freePort, urlOf } from './testing/addresses.ts'
import { createTestDatabase } from './testing/database.ts'
import { asSuperuser } from './testing/superuser.ts'

const database = await createTestDatabase()
const newFolder = () => mkdtemp(join(tmpdir(), 'kinora-machines-'))

/** A machine with a disk of its own. */
const start = async (settings: Record<string, string> = {}) => {
  const env = readEnv({
    PORT: String(await freePort()),
    DATA_DIR: await newFolder(),
    DATABASE_URL: urlOf(database.connection),
    DATABASE_POOL: '2',
    ROLE: 'web',
    ...settings,
  })
  const running = await run(env, createLog('silent'))
  onTestFinished(running.stop)
}

test('a machine that shares the database starts only with the same secret, keys and store, and is told which differ', async () => {
  const shared = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    STORAGE_URL: pathToFileURL(await newFolder()).href,
  }
  await start(shared)

  await start(shared)

  await expect(start()).rejects.toThrow(/another:\n {2}SECRET_KEY.*\n {2}AUTH_JWT_KEYS.*\n {2}STORAGE_URL/)
  const { AUTH_JWT_KEYS: _, ...withoutKeys } = shared
  await expect(start(withoutKeys)).rejects.toThrow(/another:\n {2}AUTH_JWT_KEYS.*$/)
})

test('a machine says again what it works with when the database was away', async () => {
  const shared = {
    SECRET_KEY: 'x'.repeat(32),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    STORAGE_URL: pathToFileURL(await newFolder()).href,
  }
  await start(shared)
  const holders = async () => {
    const rows = await asSuperuser(
      database.superuser,
      `select distinct pid from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and application_name = 'kinora machines' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  }
  const before = await holders()
  await asSuperuser(database.superuser, 'select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
    before,
  ])

  await expect
    .poll(async () => (await holders()).filter((pid) => !before.includes(pid)))
    .toHaveLength(before.length)

  await expect(start({ ...shared, SECRET_KEY: 'y'.repeat(32) })).rejects.toThrow(/another:\n {2}SECRET_KEY/)
})

test('keys that are being replaced are the same as long as one of them is', async () => {
  const [old, next] = [await newPrivateJwk(), await newPrivateJwk()]
  const shared = { SECRET_KEY: 'x'.repeat(32), STORAGE_URL: pathToFileURL(await newFolder()).href }
  await start({ ...shared, AUTH_JWT_KEYS: JSON.stringify(old) })

  await start({ ...shared, AUTH_JWT_KEYS: JSON.stringify({ keys: [next, old] }) })
})
