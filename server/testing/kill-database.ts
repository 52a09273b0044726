import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'

/**
 * Kills the database server that Kinora started for this data folder, with all its processes, as a kernel that is out of memory
 * does. Nothing is flushed, and no process is told.
 */
export function killDatabase(dataDir: string): void {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const backends = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  for (const pid of [postmaster, ...backends.map(Number)]) end(pid)
}

/** Kills a process; a backend may already have ended by itself. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
