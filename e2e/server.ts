import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../server/testing/addresses.ts'
import { copyBlankDatabase } from './blank-database.ts'

const root = resolve(import.meta.dirname, '..')
const readyLine = 'Kinora is ready'
const startPatienceMs = 60_000
/** The compile cache, shared with `npm start` and the server's own tests, so that sources are compiled only once. */
const compiled = join(root, '.cache', 'node')

/** The real server as a separate process, with its own data. */
export type TestServer = {
  origin: string
  dataDir: string
  /** Its output and log so far. */
  output: () => string
  /** Stops it as Ctrl-C does; the data stays. */
  stop: () => Promise<void>
  /** Kills it with SIGKILL; the data stays. */
  kill: () => Promise<void>
  /** Restarts it on the same data and the same address. */
  start: () => Promise<void>
  /** Stops it and removes its data. */
  remove: () => Promise<void>
}

/**
 * Starts server/main.ts on a fresh data folder and a free port, and resolves when it answers. The web app has to be built
 * (playwright.config.ts does that). `env` adds settings; `host` is a name of this machine for its address; `within` is a command
 * that runs the server as its argument; `source` is the folder of its code, of this version or another.
 */
export async function startServer(
  env: Record<string, string> = {},
  host = '127.0.0.1',
  within: readonly string[] = [],
  source = root,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'))
  // If the caller names a place for the data, the server creates everything there itself.
  if (env.DATA_DIR === undefined && env.DATABASE_URL === undefined) copyBlankDatabase(dataDir)
  const port = await freePort()
  const origin = `http://${host}:${port}`
  let running: ChildProcess | null = null
  let output = ''

  async function start(): Promise<void> {
    const [program = process.execPath, ...args] = [...within, process.execPath, 'server/main.ts']
    const child = spawn(program, args, {
      cwd: source,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: compiled,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        AUTH_RATE_LIMITS: 'false',
        ...env,
      },
    })
    running = child
    await new Promise<void>((ready, refuse) => {
      const giveUp = () => {
        clearTimeout(timer)
        child.kill('SIGKILL')
        refuse(new Error(`the server did not start:\n${output}`))
      }
      const timer = setTimeout(giveUp, startPatienceMs)
      child.once('exit', giveUp)
      const hear = (text: Buffer) => {
        output += text.toString()
        if (!output.includes(readyLine)) return
        clearTimeout(timer)
        child.off('exit', giveUp)
        ready()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
    })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running
    running = null
    output = ''
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  await start()
  return {
    origin,
    dataDir,
    output: () => output,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
