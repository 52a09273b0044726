import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { onTestFailed, onTestFinished } from 'vitest'
import { environmentForChildren } from '../env.ts'
import { freePort, urlOf } from './addresses.ts'

export type ServerProcess = {
  url: string
  dataDir: string
  start: () => Promise<void>
  /** Ends it as a crash or the kernel does: nothing is closed, nothing is announced. */
  kill: () => Promise<void>
}

/** How much of the server's latest output is shown when its test has failed. */
const MOST_SAID = 200

/**
 * The whole server as a separate process, which can be killed and restarted at one address.
 * @param connection a database of the caller's; without one, the server starts its own
 * @param settings of the environment, in addition to or in place of those for tests
 * @param args of the command line
 * @param program the server to run: this version's, or another one's
 */
export async function createServerProcess(
  connection?: pg.ClientConfig,
  settings: NodeJS.ProcessEnv = {},
  args: string[] = [],
  program: string = join(import.meta.dirname, '../main.ts'),
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-killed-'))
  const port = await freePort()
  let child: ChildProcess | null = null
  const said: string[] = []
  // Shows what went wrong inside a server that the test only saw from outside.
  onTestFailed(() => void process.stderr.write(`the server said:\n${said.slice(-MOST_SAID).join('')}`))

  const kill = async () => {
    const dying = child
    child = null
    if (!dying || dying.exitCode !== null) return
    dying.kill('SIGKILL')
    await once(dying, 'exit')
  }
  // A server with its own database has to stop it, or the folder could not be removed.
  const end = async () => {
    if (connection || child?.exitCode !== null) return kill()
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  onTestFinished(async () => {
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    kill,
    start: async () => {
      child = spawn(process.execPath, [program, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...environmentForChildren(),
          PORT: String(port),
          DATA_DIR: dataDir,
          // One after the other may work on a database, each with a folder of its own: the secret is the database's.
          ...(connection
            ? { DATABASE_URL: urlOf(connection), SECRET_KEY: 'of all the servers on this database' }
            : {}),
          DATABASE_POOL: '5',
          AUTH_RATE_LIMITS: 'false',
          LOG_LEVEL: 'warn',
          ...settings,
        },
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (piece: Buffer) => said.push(piece.toString()))
      await untilReady(child)
    },
  }
}

export async function untilReady(child: ChildProcess, word = 'Kinora is ready'): Promise<void> {
  if (!child.stdout || !child.stderr) throw new Error('the server has no output')
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(word)) {
      child.stdout.resume()
      return
    }
    said += `${line}\n`
  }
  throw new Error(`the server did not start: ${said}`)
}
