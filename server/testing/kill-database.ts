import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess } from './end-process.ts'

/**
 * Kills the database server that Kinora started for this data folder, with all its processes, as a kernel that is out of memory
 * does. Nothing is flushed, and no process is told.
 */
export function killDatabase(dataDir: string): void {
  killPostmaster(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10))
}

/** Does so with a database server that may be ending already, as one does whose Kinora was killed: then its pid file goes at any moment. */
export function killPostmaster(postmaster: number): void {
  const backends = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  for (const pid of [postmaster, ...backends.map(Number)]) endProcess(pid)
}
