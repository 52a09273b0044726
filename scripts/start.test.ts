import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newPrivateJwk } from '../server/auth/keys.ts'
import { TEMPLATE } from '../server/testing/cluster.ts'
import { createEmptyDatabase } from '../server/testing/database.ts'
import { copyCheckout } from './testing/copy-checkout.ts'
import {
  aliveOf,
  canLeaveNetwork,
  checkout,
  descendantsOf,
  fetchInside,
  killOneOf,
  makeDataDir,
  serverOf,
  startKinora,
  untilServing,
} from './testing/kinora-process.ts'

const isRoot = process.getuid?.() === 0

test('a first start serves the web app and says where', async () => {
  const kinora = await startKinora({ dataDir: makeDataDir() })
  await untilServing(kinora)

  expect(await json(`${kinora.address}/health`)).toMatchObject({
    status: 'ok',
    database: 'ok',
    storage: 'ok',
  })
  const page = async (path: string) => (await fetch(`${kinora.address}${path}`)).text()
  expect(await page('/')).toContain('Keep the stories only your family can tell')
  expect(await page('/login')).toContain('<div id="root">')
  expect(kinora.output()).toMatch(/Kinora is ready: http:\/\/localhost:\d+/)
})

test('a second start on the same data says so and exits, and the first goes on', async () => {
  const dataDir = makeDataDir()
  const first = await startKinora({ dataDir })
  await untilServing(first)

  const second = await startKinora({ dataDir })

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('Kinora is already running')
  expect(await json(`${first.address}/health`)).toMatchObject({ status: 'ok' })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends everything cleanly', async (signal) => {
  const kinora = await startKinora({ dataDir: makeDataDir(), settings: { LOG_LEVEL: 'info' } })
  await untilServing(kinora)
  const family = descendantsOf(kinora.pid)
  expect(family.length).toBeGreaterThan(2)

  kinora.kill(signal)

  expect(await kinora.ended).toBe(0)
  await expect.poll(() => aliveOf(family)).toEqual([])
  expect(kinora.output()).toContain('database system is shut down')
})

test('an ordinary end says nothing that sounds like trouble', async () => {
  const kinora = await startKinora({ dataDir: makeDataDir() })
  await untilServing(kinora)
  const before = kinora.output()

  kinora.kill('SIGINT')

  expect(await kinora.ended).toBe(0)
  expect(kinora.output()).toBe(before)
})

test('an end goes by itself where the file that tells of it cannot be written', async () => {
  const dataDir = makeDataDir()
  const kinora = await startKinora({ dataDir })
  await untilServing(kinora)
  const before = kinora.output()
  rmSync(join(dataDir, 'instance.txt'))
  mkdirSync(join(dataDir, 'instance.txt'))

  kinora.kill('SIGTERM')

  expect(await kinora.ended).toBe(0)
  expect(kinora.output()).toBe(before)
})

test('an empty LOG_LEVEL is as good as none', async () => {
  const kinora = await startKinora({ dataDir: makeDataDir(), settings: { LOG_LEVEL: '' } })
  await untilServing(kinora)

  expect(kinora.output()).not.toContain('"level":30')
})

test('one Ctrl-C that reaches the script and the server, as in a terminal, is one wish', async () => {
  const kinora = await startKinora({ dataDir: makeDataDir(), settings: { LOG_LEVEL: 'info' } })
  await untilServing(kinora)

  const server = serverOf(kinora)

  kinora.kill('SIGINT')
  process.kill(server, 'SIGINT')

  expect(await kinora.ended).toBe(0)
  expect(kinora.output()).toContain('database system is shut down')
})

test('a script that is killed leaves no server and no database behind', async () => {
  const kinora = await startKinora({ dataDir: makeDataDir() })
  await untilServing(kinora)
  const family = descendantsOf(kinora.pid)

  kinora.kill('SIGKILL')

  await expect.poll(() => aliveOf(family)).toEqual([])
})

test('after a server that was killed the next start finds its data and its database free', async () => {
  const dataDir = makeDataDir()
  const killed = await startKinora({ dataDir })
  await untilServing(killed)
  expect((await post(`${killed.address}/auth/v1/signup`, ada)).status).toBe(200)
  const family = descendantsOf(killed.pid)

  // Kills the watchdog too, so that nothing ends the orphaned database.
  killOneOf(family, 'kinora-database-watchdog')
  process.kill(serverOf(killed), 'SIGKILL')
  expect(await killed.ended).toBe(128 + 9)
  expect(aliveOf(family)).not.toEqual([])

  const next = await startKinora({ dataDir })
  await untilServing(next)

  expect((await post(`${next.address}/auth/v1/token?grant_type=password`, ada)).status).toBe(200)
  await expect.poll(() => aliveOf(family)).toEqual([])
})

test('servers that start at once on one new database migrate it once and all serve', async () => {
  const { connection } = await createEmptyDatabase()
  const { user, password, host, port, database } = connection
  const settings = {
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
    SECRET_KEY: 'the same on every machine, of 32 characters or more',
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    STORAGE_URL: pathToFileURL(makeDataDir()).href,
    LOG_LEVEL: 'info',
  }
  const start = () => startKinora({ dataDir: makeDataDir(), script: 'server/main.ts', settings })
  const servers = await Promise.all([start(), start(), start()])
  await Promise.all(servers.map(untilServing))

  expect(servers.filter((server) => server.output().includes('the database was migrated'))).toHaveLength(1)
  expect(await migrationsOf(connection)).toEqual(
    await migrationsOf({ ...inject('cluster').login, database: TEMPLATE }),
  )
})

const alone = isRoot && canLeaveNetwork()

test.runIf(isRoot)(
  `root may start it below a closed folder, from a path with spaces, not built yet${alone ? ', without a network' : ''}`,
  async () => {
    const root = copyBelowClosedFolder()
    const kinora = await startKinora({ root, dataDir: 'data', withoutNetwork: alone })
    await expect.poll(() => kinora.output()).toContain('Kinora is ready')

    const get = async (path: string) =>
      alone ? fetchInside(kinora, path) : (await fetch(`${kinora.address}${path}`)).text()
    expect(JSON.parse(await get('/health'))).toMatchObject({ status: 'ok' })
    expect(await get('/login')).toContain('<div id="root">')
    expect(kinora.output()).toContain('Building the web app')
    kinora.kill('SIGINT')
    expect(await kinora.ended).toBe(0)
  },
)

test('a port in use is told in a sentence, and nothing is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const address = other.address()
  const PORT = typeof address === 'object' ? String(address?.port) : ''

  const dataDir = makeDataDir()
  const kinora = await startKinora({ dataDir, settings: { PORT } })

  expect(await kinora.ended).toBe(1)
  expect(kinora.output()).toContain(`Another program already answers on port ${PORT}.`)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a restore by its command tells a folder of backups from a file, and what there is not', () => {
  const dataDir = makeDataDir()
  const restore = (path: string) =>
    spawnSync(process.execPath, [join(checkout, 'server', 'main.ts'), 'restore', path], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
  const file = join(dataDir, 'archive.zip')
  writeFileSync(file, 'no archive')

  for (const [path, words] of [
    [makeDataDir(), 'There are no backups in '],
    [file, 'it is not a zip file'],
    [join(dataDir, 'mistyped'), 'There is no '],
  ] as const) {
    const { stderr, status } = restore(path)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('This should not happen')
    expect(status).toBe(1)
  }
})

test('with an empty DATA_DIR the demo family keeps out of the folder of real people', () => {
  const cwd = makeDataDir()
  for (const folder of ['data', 'data-demo']) {
    mkdirSync(join(cwd, folder))
    writeFileSync(join(cwd, folder, 'letters'), '')
  }
  const main = join(checkout, 'server', 'main.ts')
  const env = { ...process.env, DATA_DIR: '' }
  const { stderr } = spawnSync(process.execPath, [main, '--demo'], { cwd, env, encoding: 'utf8' })
  expect(stderr).toContain(`${join(cwd, 'data-demo')} belongs to real people`)
})

test('two signals that are one wish end it cleanly also while it starts', async () => {
  const dataDir = makeDataDir()
  const kinora = await startKinora({ dataDir, script: 'server/main.ts' })
  await expect.poll(() => existsSync(join(dataDir, 'instance.lock'))).toBe(true)

  // Stopped, it hears of both when it goes on, however long this test takes to send them; of two alike it would hear of one.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) kinora.kill(signal)

  expect(await kinora.ended).toBe(0)
  expect(kinora.output()).not.toContain('Error')
})

test('wrong settings are told all at once, before anything is started', async () => {
  const dataDir = makeDataDir()
  const kinora = await startKinora({ dataDir, settings: { PORT: 'many', ROLE: 'king' } })

  expect(await kinora.ended).toBe(1)
  expect(kinora.output()).toMatch(/ {2}PORT: .*\n {2}ROLE: /)
  expect(readdirSync(dataDir)).toEqual([])
})

const ada = { email: 'ada@example.com', password: 'wild geese' }

async function post(address: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function json(address: string): Promise<unknown> {
  const answer = await fetch(address)
  return answer.json()
}

async function migrationsOf(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kinora.migrations order by name')
  await client.end()
  return rows.map((row) => row.name)
}

/** A copy of this checkout in a folder that only root may enter. */
function copyBelowClosedFolder(): string {
  mkdirSync(join(checkout, '.cache'), { recursive: true })
  const closed = mkdtempSync(join(checkout, '.cache', 'closed '))
  onTestFinished(() => rmSync(closed, { recursive: true, force: true }))
  chmodSync(closed, 0o700)

  const copy = join(closed, 'our family’s Kinora')
  copyCheckout(copy)
  return copy
}
