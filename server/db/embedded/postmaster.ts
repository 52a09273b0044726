import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { environmentForChildren } from '../../env.ts'
import { StartError } from '../../start-error.ts'
import { type ClusterPlace, dataPathFor, type Log } from './cluster.ts'

export type Postmaster = {
  port: number
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  stop: () => Promise<void>
}

export type PostmasterOptions = {
  port: number
  settings: Record<string, string>
  log: Log
  /** Ends a server that is still starting, e.g. one that has a lot to recover. */
  stopping?: AbortSignal
}

const SESSION_GRACE_MS = 1500
const STOP_GRACE_MS = 10_000

/**
 * Starts PostgreSQL on a cluster and resolves when it accepts connections.
 *
 * It runs in its own process session, so that Ctrl-C does not reach it directly: Kinora stops it after the last request was
 * answered.
 * @throws Error with the server's own message when it ends before it is ready
 */
export async function startPostmaster(place: ClusterPlace, options: PostmasterOptions): Promise<Postmaster> {
  const settings = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    timezone: 'UTC',
    lc_messages: 'C',
    // Kinora's statements are short, so compiling them just in time costs more than it saves.
    jit: 'off',
    ...options.settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const child = spawn(place.binaries.postgres, ['-D', dataPathFor(place), ...settings], {
    cwd: place.folder,
    detached: true,
    env: environmentForChildren(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...place.identity,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const watchdog = startWatchdog(child, place)
  void ended.then(() => watchdog?.kill('SIGKILL'))

  const end = () => void stop(child, ended)
  options.stopping?.addEventListener('abort', end)
  try {
    await untilReady(child, options.log)
  } finally {
    options.stopping?.removeEventListener('abort', end)
  }
  return { port: options.port, ended, stop: () => stop(child, ended) }
}

function untilReady(child: ChildProcess, log: Log): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const said: string[] = []
  let isReady = false

  child.once('error', reject)
  child.once('close', () => reject(explainEnd(said.join(' '))))
  if (!child.stderr) throw new Error('PostgreSQL has no output to read')

  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isReady) return log(line)
    said.push(line)
    if (!line.includes('ready to accept connections')) return
    isReady = true
    resolve()
  })
  return promise
}

/** A cluster of another major version is the only failure here that needs a person to fix it. */
function explainEnd(words: string): Error {
  const isOtherVersion = words.includes('database files are incompatible with server')
  if (!isOtherVersion) return new Error(`PostgreSQL ended before it was ready: ${words}`)
  const [, before, now] =
    /initialized by PostgreSQL version (\d+)\S*, which is not compatible with this version (\d+)/.exec(
      words,
    ) ?? []
  return new StartError(
    `The data in DATA_DIR was written by PostgreSQL ${before ?? 'of another major version'}; this Kinora brings ${now ?? 'a newer one'}, ` +
      'and nothing was changed. Go back to the Kinora that wrote it, run “npm run backup -- FOLDER” there, and restore that ' +
      'with this one: docs/backups.md, “A next major version of PostgreSQL”.',
  )
}

/**
 * Starts a shell that shuts the database down when this process ends, so that the database cannot outlive it for ever: the shell
 * waits for this process's end of a pipe to close, which happens even on SIGKILL.
 */
function startWatchdog(child: ChildProcess, place: ClusterPlace): ChildProcess | undefined {
  if (process.platform === 'win32' || child.pid === undefined) return undefined
  const script = 'read -r nothing; kill -INT "$1" 2>/dev/null'
  const watchdog = spawn('/bin/sh', ['-c', script, 'kinora-database-watchdog', String(child.pid)], {
    cwd: '/',
    detached: true,
    env: environmentForChildren(),
    stdio: ['pipe', 'ignore', 'ignore'],
    ...place.identity,
  })
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  watchdog.unref()
  return watchdog
}

/** Waits a while for the sessions that the pools have just closed; then the database ends those that are left. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const impatience = [
    setTimeout(() => child.kill('SIGINT'), SESSION_GRACE_MS),
    setTimeout(() => child.kill('SIGQUIT'), STOP_GRACE_MS),
  ]
  await ended
  for (const timer of impatience) clearTimeout(timer)
}
