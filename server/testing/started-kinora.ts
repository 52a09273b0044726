import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { isAlive } from '../db/embedded/orphan.ts'
import { findFreePort } from '../db/embedded/postmaster.ts'
import { environmentForChildren } from '../env.ts'

const script = join(import.meta.dirname, '../../scripts/start.mjs')

/** A folder and a port of the test's own. */
export async function newPlace(): Promise<{ dataDir: string; port: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, port: await findFreePort() }
}

export type Started = {
  address: string
  output: () => string
  /** Process numbers of the script, the server and the database. */
  pids: () => { script: number; server: number; database: number }
  /** To the script and all that share its terminal, as Ctrl-C does. */
  signalAll: (signal: NodeJS.Signals) => void
  /** The exit code, once it has ended. */
  ended: () => Promise<number | null>
}

/** Runs `npm start`'s script as a terminal would, in a process group of its own. */
export function launch(place: { dataDir: string; port: number }, settings: NodeJS.ProcessEnv = {}): Started {
  const address = { DATA_DIR: place.dataDir, PORT: String(place.port) }
  const env = { ...environmentForChildren(), ...address, ...settings }
  const child = spawn(process.execPath, [script], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stdout.on('data', (chunk) => said.push(String(chunk)))
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  onTestFinished(() => killGroup(child))

  return {
    address: `http://localhost:${place.port}`,
    output: () => said.join(''),
    pids: () => ({
      script: child.pid ?? 0,
      server: readNumber(join(place.dataDir, 'instance.txt')),
      database: readNumber(join(place.dataDir, 'postgres/postmaster.pid')),
    }),
    signalAll: (signal) => void process.kill(-(child.pid ?? 0), signal),
    ended: async () => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

/** The same, once it answers. */
export async function launchUntilReady(place: { dataDir: string; port: number }): Promise<Started> {
  const started = launch(place)
  await vi.waitFor(
    () => {
      if (!started.output().includes(`Kinora is ready: ${started.address}`)) throw new Error(started.output())
    },
    { timeout: 45_000, interval: 50 },
  )
  return started
}

export async function untilGone(pids: number[]): Promise<void> {
  await vi.waitFor(
    () => {
      const left = pids.filter(isAlive)
      if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
    },
    { timeout: 30_000, interval: 50 },
  )
}

function readNumber(file: string): number {
  return Number.parseInt(readFileSync(file, 'utf8').replace(/^process /, ''), 10)
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch {
    // It has ended already, as it should.
  }
}
