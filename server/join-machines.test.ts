import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { rotateAuthKey } from './auth/key-folder.ts'
import { newPrivateJwk } from './auth/keys.ts'
import { readEnv } from './env.ts'
import { joinMachines } from './join-machines.ts'
import { createLog } from './log.ts'
import { run } from './run.ts'
import { freePort, urlOf } from './testing/addresses.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestKinora } from './testing/kinora.ts'
import { startLine } from './testing/line-to-database.ts'
import { asSuperuser } from './testing/superuser.ts'

const database = await createTestDatabase()
const kinora = await createTestKinora()
const newFolder = () => mkdtemp(join(tmpdir(), 'kinora-machines-'))

/** Starts a machine with a disk of its own. */
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

/** The database sessions that hold the locks of joined machines. */
const holders = async ({ superuser }: TestDatabase) => {
  const rows = await asSuperuser(
    superuser,
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and application_name = 'kinora machines' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

/** A machine that has joined through a connection that the test can make go silent. */
const joinOverLine = async (askEveryMs: number) => {
  const line = await startLine(kinora.database.connection)
  const owner = { ...kinora.database.connection, host: '127.0.0.1', port: line.port }
  // Long enough for a database that does answer, on a machine that stalls for a moment.
  const leave = await joinMachines(owner, kinora, { askEveryMs, answerMs: 4_000 })
  return { line, leave }
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
  const before = await holders(database)
  await asSuperuser(database.superuser, 'select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
    before,
  ])

  await expect
    .poll(async () => (await holders(database)).filter((pid) => !before.includes(pid)))
    .toHaveLength(before.length)

  await expect(start({ ...shared, SECRET_KEY: 'y'.repeat(32) })).rejects.toThrow(/another:\n {2}SECRET_KEY/)
})

test('keys that are being replaced are the same as long as one of them is', async () => {
  const [old, next] = [await newPrivateJwk(), await newPrivateJwk()]
  const shared = { SECRET_KEY: 'x'.repeat(32), STORAGE_URL: pathToFileURL(await newFolder()).href }
  await start({ ...shared, AUTH_JWT_KEYS: JSON.stringify(old) })

  await start({ ...shared, AUTH_JWT_KEYS: JSON.stringify({ keys: [next, old] }) })
})

test('a machine that starts after the keys were replaced, and the old ones have retired, works with the same', async () => {
  const owner = kinora.database.connection
  onTestFinished(await joinMachines(owner, kinora, { askEveryMs: 20, answerMs: 4_000 }))
  const published = async () => (await kinora.auth.app.request('/.well-known/jwks.json')).text()
  const before = await published()
  const twoDaysAgo = Date.now() - 2 * 86_400_000
  const next = await rotateAuthKey(join(kinora.services.env.dataDir, 'secrets'), twoDaysAgo)
  await expect.poll(published, { timeout: 5_000 }).toContain(next)
  expect(JSON.parse(await published()).keys).toHaveLength(JSON.parse(before).keys.length)

  onTestFinished(await joinMachines(owner, kinora))
})

test('a machine whose line went silent says again what it works with, on another one', async () => {
  const { line, leave } = await joinOverLine(200)
  onTestFinished(leave)
  const before = await holders(kinora.database)

  line.goSilent()

  // The database has not noticed that the first connection went silent either.
  await expect.poll(() => holders(kinora.database)).toContainEqual(expect.not.toBeOneOf(before))
  expect(line.opened()).toBe(2)
})

test('a machine whose line answers stays on it', async () => {
  const { line, leave } = await joinOverLine(20)
  onTestFinished(leave)
  const before = line.answers()

  await expect.poll(() => line.answers() - before).toBeGreaterThan(20)
  expect(line.opened()).toBe(1)
})

test('a machine that leaves waits for no farewell on a line that went silent', async () => {
  const { line, leave } = await joinOverLine(60_000)

  line.goSilent()

  await leave()
})
