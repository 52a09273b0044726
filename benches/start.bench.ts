import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyCheckout } from '../scripts/testing/copy-checkout.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Bench, median } from './bench.ts'

const FIRST_STARTS = 3
const LATER_STARTS = 5
const FIRST_GOAL_MS = 25_000
const LATER_GOAL_MS = 3_000

const cache = join(import.meta.dirname, '..', '.cache')

/** `npm start` to serving: first with nothing built and no data (packages installed), then with what that start left behind. */
export const bench: Bench = {
  title: `npm start to serving; medians of ${FIRST_STARTS} first and ${LATER_STARTS} later starts`,
  run: async () => {
    mkdirSync(cache, { recursive: true })
    const home = mkdtempSync(join(cache, 'start-bench-'))
    try {
      const first: number[] = []
      const later: number[] = []
      for (let round = 0; round < FIRST_STARTS; round += 1) {
        const root = join(home, String(round))
        copyCheckout(root)
        first.push(await startOnce(root))
        if (round === 0)
          for (let start = 0; start < LATER_STARTS; start += 1) later.push(await startOnce(root))
        rmSync(root, { recursive: true, force: true })
      }
      return [
        finding('a first start, installed and not built', first, FIRST_GOAL_MS),
        finding('a later start', later, LATER_GOAL_MS),
      ]
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

/** Milliseconds until `/health` answers; the server is then stopped as by Ctrl-C. */
async function startOnce(root: string): Promise<number> {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: String(port), DATA_DIR: join(root, 'data') }
  const began = performance.now()
  const kinora = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore' })
  while (!(await isServing(port))) {
    if (kinora.exitCode !== null) throw new Error(`npm start ended with ${kinora.exitCode}`)
    await new Promise((later) => setTimeout(later, 10))
  }
  const took = performance.now() - began
  await end(kinora)
  return took
}

async function isServing(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
  return answer?.ok ?? false
}

async function end(kinora: ChildProcess): Promise<void> {
  const ended = once(kinora, 'exit')
  kinora.kill('SIGINT')
  await ended
}

function finding(what: string, measured: number[], goalMs: number) {
  const ms = median(measured)
  const inSeconds = (each: number) => (each / 1000).toFixed(1)
  return {
    what: `${what} (${measured.map(inSeconds).join(', ')} s)`,
    ours: `${inSeconds(ms)} s`,
    peer: '',
    ratio: null,
    goal: `< ${goalMs / 1000} s`,
    met: ms < goalMs,
  }
}
