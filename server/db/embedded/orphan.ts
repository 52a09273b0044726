import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '../../error-code.ts'
import type { Log } from './cluster.ts'

const FAST_SHUTDOWN_MS = 10_000

/**
 * Ends a database server that an earlier, killed run of Kinora left on this cluster, and removes its pid file if the process id now
 * belongs to another program. The instance lock must be held.
 */
export async function endOrphan(clusterDir: string, log: Log): Promise<void> {
  const pid = postmasterOf(clusterDir)
  if (pid === undefined) return rmSync(pidFileOf(clusterDir), { force: true })

  log(`ending the database server that an earlier run left behind (process ${pid})`)
  process.kill(pid, 'SIGINT')
  if (await hasEnded(pid, FAST_SHUTDOWN_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await hasEnded(pid, FAST_SHUTDOWN_MS)) return
  throw new Error(`The database server of an earlier run (process ${pid}) does not end.`)
}

/** The process id of the database server that runs on this cluster, or undefined if there is none. */
export function postmasterOf(clusterDir: string): number | undefined {
  const pid = readPid(pidFileOf(clusterDir))
  return pid !== undefined && isAlive(pid) && isPostgresOf(pid, clusterDir) ? pid : undefined
}

const pidFileOf = (clusterDir: string): string => join(clusterDir, 'postmaster.pid')

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** A postmaster's working directory is its cluster; where /proc is missing, the name of its program has to suffice. */
function isPostgresOf(pid: number, clusterDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
  } catch {
    return commandOf(pid).includes('postgres')
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}
