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
/** What Node made of the sources, as `npm start` and the server's own tests have it: compiled once, read by all. */
const compiled = join(root, '.cache', 'node')

/** The real server, as a process of its own, on its own data. */
export type TestServer = {
  origin: string
  dataDir: string
  /** What it said and logged so far. */
  output: () => string
  /** Ends it as Ctrl-C does; the data stays. */
  stop: () => Promise<void>
  /** Kills it without a word (SIGKILL); the data stays. */
  kill: () => Promise<void>
  /** Starts it again on the same data and the same address. */
  start: () => Promise<void>
  /** Ends it and removes its data. */
  remove: () => Promise<void>
}

/**
 * Starts server/main.ts on a fresh data folder and a free port. Resolves when it answers. `env` adds settings.
 * The web app has to be built (playwright.config.ts does that). `host` is the name in its address, of this machine. `within` is a
 * command that runs the one after it. `source` is where its code lies, of this version or of another.
 */
export async function startServer(
  env: Record<string, string> = {},
  host = '127.0.0.1',
  within: readonly string[] = [],
  source = root,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'))
  // Who names a place for the data wants all of it made there.
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
