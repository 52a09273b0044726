import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../server/testing/addresses.ts'
import { endProcess } from '../../server/testing/end-process.ts'

export type KinoraProcess = {
  pid: number
  address: string
  /** Its whole output so far. */
  output: () => string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  kill: (signal: NodeJS.Signals) => void
}

type StartOptions = {
  dataDir: string
  /** The checkout to run in; by default the one under test. */
  root?: string
  /** The script to run; by default what `npm start` runs, without npm. */
  script?: 'scripts/start.mjs' | 'server/main.ts'
  settings?: NodeJS.ProcessEnv
  /** Whether it runs in a network namespace of its own without connections; `fetchInside` reaches it there. */
  withoutNetwork?: boolean
}

export const checkout = join(import.meta.dirname, '..', '..')

/** Starts Kinora as people do, and ends it with the test in any case. */
export async function startKinora(options: StartOptions): Promise<KinoraProcess> {
  const { root = checkout, script = 'scripts/start.mjs', settings = {}, dataDir, withoutNetwork } = options
  const port = await freePort()
  const words = [...(withoutNetwork ? ownNetwork : []), process.execPath, join(root, script)]
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    cwd: root,
    env: { ...ourEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = endOf(child)
  const pid = child.pid
  if (pid === undefined) throw new Error('nothing was started')

  onTestFinished(async () => {
    const family = descendantsOf(pid)
    child.kill('SIGKILL')
    await ended
    // The server and the watchdog of its database are ending the rest of them at the same time.
    aliveOf(family).forEach(endProcess)
  })
  return {
    pid,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    kill: (signal) => child.kill(signal),
  }
}

/** The command that runs a program in a network namespace with nothing but the loopback interface. */
const ownNetwork = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']

/** Whether programs can be started in such a namespace: only by root on Linux, and not in every container. */
export function canLeaveNetwork(): boolean {
  const [program = '', ...args] = [...ownNetwork, 'true']
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** The answer to a GET of a Kinora that was started without a network. */
export function fetchInside({ pid, address }: KinoraProcess, path: string): string {
  const ask = `process.stdout.write(await (await fetch('${address}${path}')).text())`
  const node = [process.execPath, '--input-type=module', '--eval', ask]
  return execFileSync('nsenter', ['--net', `--target=${pid}`, ...node], { encoding: 'utf8' })
}

/** A data folder that is removed with the test. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora start '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits until it serves; fails with its output if it ends instead. */
export async function untilServing(kinora: KinoraProcess): Promise<void> {
  let hasEnded = false
  void kinora.ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const health = await fetch(`${kinora.address}/health`).catch(() => undefined)
    if (health?.ok && kinora.output().includes('Kinora is ready')) return
    if (hasEnded) throw new Error(`Kinora ended instead of serving:\n${kinora.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** All descendants of a process, including those in process sessions of their own. */
export function descendantsOf(pid: number): number[] {
  return listProcesses()
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child.pid, ...descendantsOf(child.pid)])
}

/** Which of these processes still run; zombies do not count. */
export function aliveOf(pids: number[]): number[] {
  const running = new Set(
    listProcesses()
      .filter(({ state }) => !state.startsWith('Z'))
      .map(({ pid }) => pid),
  )
  return pids.filter((pid) => running.has(pid))
}

/**
 * Kills the one of these processes whose command line contains `word`.
 * @throws Error unless there is exactly one
 */
export function killOneOf(pids: number[], word: string): void {
  const [found, another] = listProcesses().filter(
    ({ pid, args }) => pids.includes(pid) && args.includes(word),
  )
  if (found === undefined || another !== undefined) throw new Error(`not exactly one process has ${word}`)
  process.kill(found.pid, 'SIGKILL')
}

/** The process id of the server itself, a child of the script that started it. */
export function serverOf(kinora: KinoraProcess): number {
  const server = listProcesses().find(({ parent, args }) => parent === kinora.pid && args.includes('main.ts'))
  if (server === undefined) throw new Error('there is no server')
  return server.pid
}

type Process = { pid: number; parent: number; state: string; args: string }

function listProcesses(): Process[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return listed
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = '', ...args] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state, args: args.join(' ') }
    })
}

function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
}

/** The environment without what Vitest or npm set for themselves; `npm start` sets the compile cache by itself. */
function ourEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}
