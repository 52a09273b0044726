import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newPrivateJwk } from './auth/keys.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { run } from './run.ts'
import { DiskStorage } from './storage/disk.ts'
import { freePort } from './testing/addresses.ts'
import { queryIn } from './testing/backups.ts'
import { createEmptyDatabase, createTestDatabase } from './testing/database.ts'
import { asSuperuser } from './testing/superuser.ts'

const addressOf = ({ user, password, host, port, database }: pg.ClientConfig) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`

async function start(settings: NodeJS.ProcessEnv): Promise<string> {
  return (await startInstance(settings)).address
}

/** Starts one instance on a database that others may use too. */
async function startInstance(
  settings: NodeJS.ProcessEnv,
  log = createLog('silent'),
): Promise<{ address: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-run-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = String(await freePort())
  const running = await run(readEnv({ DATA_DIR: dataDir, PORT: port, ...settings }), log)
  onTestFinished(running.stop)
  return { address: `http://localhost:${port}`, stop: running.stop }
}

const ada = '0198c0de-0000-7000-8000-000000000001'

const signUp = (address: string, email: string) =>
  fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'wild geese' }),
  })

test('DATABASE_URL with a superuser works, and so do several instances that start on it at once', async () => {
  const { superuser } = await createEmptyDatabase()
  const media = mkdtempSync(join(tmpdir(), 'kinora-run-media-'))
  onTestFinished(() => rmSync(media, { recursive: true }))
  const shared = {
    DATABASE_URL: addressOf(superuser),
    SECRET_KEY: 'k'.repeat(40),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    STORAGE_URL: pathToFileURL(media).href,
  }

  const [web, worker] = await Promise.all([
    start({ ...shared, ROLE: 'web' }),
    start({ ...shared, ROLE: 'both' }),
  ])

  expect(await (await fetch(`${web}/health`)).json()).toMatchObject({ status: 'ok', worker: 'elsewhere' })
  expect(await (await fetch(`${worker}/health`)).json()).toMatchObject({ status: 'ok', worker: 'running' })
  expect((await signUp(web, 'ada@example.com')).status).toBe(200)
  expect((await signUp(worker, 'ada@example.com')).status).toBe(422)
  // Passwords are hashed at production cost here; only tests use a cheaper one.
  const [ada] = await asSuperuser(superuser, 'select encrypted_password from auth.users')
  expect(ada.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

test('an instance with accounts does not start with another master secret than before, unless that is asked for', async () => {
  const { connection } = await createEmptyDatabase()
  const DATABASE_URL = addressOf(connection)
  const first = await startInstance({ DATABASE_URL, SECRET_KEY: 'a'.repeat(40) })
  await first.stop()
  const second = await startInstance({ DATABASE_URL, SECRET_KEY: 'b'.repeat(40) })
  expect((await signUp(second.address, 'ada@example.com')).status).toBe(200)
  await second.stop()

  const withoutFolder = startInstance({ DATABASE_URL })
  await expect(withoutFolder).rejects.toThrow('The keys here are not those that this Kinora was begun with')
  await (await startInstance({ DATABASE_URL, SECRET_KEY: 'b'.repeat(40) })).stop()

  const meant = { DATABASE_URL, SECRET_KEY: 'c'.repeat(40) }
  await (await startInstance({ ...meant, ACCEPT_NEW_KEYS: 'true' })).stop()
  await startInstance(meant)
  await expect(startInstance({ DATABASE_URL, SECRET_KEY: 'b'.repeat(40) })).rejects.toThrow(
    'start with the SECRET_KEY',
  )
})

test('a process that is refused because the others have another secret does not take their place', async () => {
  const { connection } = await createEmptyDatabase()
  const media = mkdtempSync(join(tmpdir(), 'kinora-run-media-'))
  onTestFinished(() => rmSync(media, { recursive: true }))
  const shared = { DATABASE_URL: addressOf(connection), STORAGE_URL: pathToFileURL(media).href }
  const right = {
    ...shared,
    SECRET_KEY: 'a'.repeat(40),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
  }
  const first = await startInstance(right)
  expect((await signUp(first.address, 'ada@example.com')).status).toBe(200)
  await queryIn(connection, 'delete from kinora.key_mark')

  const wrong = startInstance({ ...right, SECRET_KEY: 'b'.repeat(40), ACCEPT_NEW_KEYS: 'true' })
  await expect(wrong).rejects.toThrow('Other processes that share this database work with another')

  await first.stop()
  await startInstance(right)
})

test('nobody is an operator by signing up first: the address is confirmed by mail, and the start says what is believed', async () => {
  const { connection } = await createEmptyDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  const { address } = await startInstance(
    { DATABASE_URL: addressOf(connection), OPERATOR_EMAILS: 'Olga@example.com' },
    log,
  )

  expect(await (await signUp(address, 'olga@example.com')).json()).not.toHaveProperty('access_token')
  expect(await (await signUp(address, 'ada@example.com')).json()).toHaveProperty('access_token')
  expect(lines.join('')).toContain('olga@example.com before OPERATOR_EMAILS named it')
})

test('a start says that the store holds nothing of what is kept, as when its disk is not mounted', async () => {
  const { connection } = await createTestDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  const media = mkdtempSync(join(tmpdir(), 'kinora-run-media-'))
  onTestFinished(() => rmSync(media, { recursive: true }))
  const settings = {
    DATABASE_URL: addressOf(connection),
    STORAGE_URL: pathToFileURL(media).href,
    SECRET_KEY: 'k'.repeat(40),
  }
  const told = () => lines.filter((line) => line.includes('holds nothing of what is kept'))

  await (await startInstance(settings, log)).stop()
  expect(told()).toEqual([])

  const key = `media/${ada}/${ada}`
  await queryIn(connection, `insert into auth.users (id, email) values ('${ada}', 'ada@example.com')`)
  await queryIn(
    connection,
    `insert into media (user_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ('${ada}', 'original', 'image', 'stored', 'image/jpeg', 3, '${key}')`,
  )
  await (await startInstance(settings, log)).stop()
  expect(told()).toHaveLength(1)

  await new DiskStorage(media).put(key, Buffer.from('Ada'))
  await (await startInstance(settings, log)).stop()
  expect(told()).toHaveLength(1)
})

test('a stop ends the streams that pages keep open, and does not wait for the pages', async () => {
  const { connection } = await createEmptyDatabase()
  const { address, stop } = await startInstance({ DATABASE_URL: addressOf(connection) })
  const { access_token: token } = z
    .object({ access_token: z.string() })
    .parse(await (await signUp(address, 'ada@example.com')).json())
  const stream = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  if (!stream.body) throw new Error('the stream has no body')
  const said = stream.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let heard = ''
  while (!heard.includes('hello')) heard += (await said.next()).value

  const stopped = stop()

  for await (const _rest of said);
  await stopped
  await expect(fetch(`${address}/health`)).rejects.toThrow()
})

test('a process with the worker role alone answers nothing', async () => {
  const { connection } = await createEmptyDatabase()
  const address = await start({ DATABASE_URL: addressOf(connection), ROLE: 'worker' })

  await expect(fetch(`${address}/health`)).rejects.toThrow()
})

test('a database that cannot be used is told in a sentence, without its password', async () => {
  const { connection } = await createEmptyDatabase()
  const wrong = addressOf({ ...connection, database: 'no_such_database' })

  const failure = await start({ DATABASE_URL: wrong }).catch((error: Error) => error.message)

  expect(failure).toMatch(/database of DATABASE_URL cannot be used: .*no_such_database/)
  expect(failure).not.toContain(connection.password)
})
