import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

export type InstanceLock = {
  /** Remembers where this instance can be reached, for the sentence a second start prints. */
  announce: (address: string) => void
  release: () => void
}

/**
 * Makes this process the only one that uses `dataDir`.
 *
 * Node has no file locks of its own; SQLite's exclusive transaction is one that the operating system
 * takes back by itself however the process ends, so no stale lock can stop the next start.
 * @throws StartError when another process holds it.
 */
export function takeInstanceLock(dataDir: string): InstanceLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'instance.lock'), { timeout: 0 })
  const holder = join(dataDir, 'instance.txt')

  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new StartError(`Kinora is already running on the data in ${dataDir}${describeHolder(holder)}.`)
  }
  writeFileSync(holder, `process ${process.pid}`)

  return {
    announce: (address) => writeFileSync(holder, `process ${process.pid}, ${address}`),
    release: () => {
      rmSync(holder, { force: true })
      file.close()
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function describeHolder(holder: string): string {
  try {
    return ` (${readFileSync(holder, 'utf8')})`
  } catch {
    return ''
  }
}
