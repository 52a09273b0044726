import { chmodSync, existsSync, globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../db/embedded/binaries.ts'
import { initialiseCluster } from '../db/embedded/cluster.ts'
import { chooseIdentity } from '../db/embedded/identity.ts'
import { startPostmaster } from '../db/embedded/postmaster.ts'
import { prepareServerRole, type ServerLogin } from '../db/embedded/server-role.ts'
import { freePort } from './addresses.ts'

/** The library that shows a program another time (Debian's libfaketime); undefined if the system has none. */
export const faketime = globSync([
  '/usr/lib/*/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
]).find((file) => existsSync(file))

export type OwnClock = {
  /** Sets by how many seconds server and database are ahead of the machine from now on. */
  setAhead: (seconds: number) => void
  login: ServerLogin
  superuser: ServerLogin
  /** The settings with which a server process has the same clock. */
  settings: NodeJS.ProcessEnv
}

/**
 * A real and durable PostgreSQL whose clock can be set, together with the settings that give a server the same clock. It ends with
 * its test.
 */
export async function startWithOwnClock(library: string): Promise<OwnClock> {
  const home = mkdtempSync(join(tmpdir(), 'kinora-own-clock-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  chmodSync(home, 0o755)
  const clock = join(home, 'clock')
  const setAhead = (seconds: number) => {
    // Replaced atomically, because the file is read all the time.
    writeFileSync(`${clock}.new`, `+${seconds}\n`)
    renameSync(`${clock}.new`, clock)
  }
  setAhead(0)

  const folder = join(home, 'postgres')
  const identity = chooseIdentity(folder)
  const binaries = await findBinaries(identity)
  await initialiseCluster({ folder, identity, binaries }, 'superuser', false)
  const shown = join(home, 'postgres-with-own-clock')
  writeFileSync(
    shown,
    `#!/bin/sh
export LD_PRELOAD=${library} FAKETIME_TIMESTAMP_FILE=${clock} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1
exec "${binaries.postgres}" "$@"
`,
    { mode: 0o755 },
  )
  const port = await freePort()
  const place = { folder, identity, binaries: { ...binaries, postgres: shown } }
  const server = await startPostmaster(place, { port, settings: {}, log: () => undefined })
  onTestFinished(server.stop)

  const address = { host: '127.0.0.1', port }
  const superuser = { ...address, user: 'postgres', password: 'superuser', database: 'postgres' }
  const login = { ...address, user: 'kinora', password: 'kinora', database: 'kinora' }
  await prepareServerRole(login, superuser, true)
  const shift = join(home, 'shift.mjs')
  writeFileSync(shift, shiftedBy(clock))
  const settings = { NODE_OPTIONS: `--import ${pathToFileURL(shift).href}` }
  return { setAhead, login, superuser, settings }
}

/**
 * A module that is loaded before a server and shifts the clock of its process by the seconds that a file contains at the time.
 * Clocks that only measure (`performance.now()`, timers) are not shifted, as on a machine whose clock is set.
 */
const shiftedBy = (file: string) => `
import { readFileSync } from 'node:fs'
const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 1000
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
`
