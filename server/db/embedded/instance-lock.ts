import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'

export type InstanceLock = {
  /** Records the address of this instance, so that a second start can name it in its error message. */
  announce: (address: string) => void
  /** Records that this instance is shutting down, so that a second start waits for it. */
  announceEnd: () => void
  release: () => void
}

/**
 * Makes this process the only one that uses `dataDir`.
 *
 * Node has no file locks, so the lock is an exclusive transaction of SQLite. The operating system releases it however the process
 * ends, and no stale lock can block the next start.
 * @throws StartError when another process holds the lock
 */
export async function takeInstanceLock(dataDir: string): Promise<InstanceLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holder = join(dataDir, 'instance.txt')
  const file = await openLocked(join(dataDir, 'instance.lock'), holder)
  if (file === undefined) {
    throw new StartError(`Kinora is already running on the data in ${dataDir}${describeHolder(holder)}.`)
  }
  try {
    writeFileSync(holder, `process ${process.pid}`)
  } catch (error) {
    file.close()
    throw error
  }

  return {
    announce: (address) => writeFileSync(holder, `process ${process.pid}, ${address}`),
    announceEnd: () => hint(() => writeFileSync(holder, `process ${process.pid}, ${ENDING}`)),
    release: () => {
      hint(() => rmSync(holder, { force: true }))
      file.close()
    },
  }
}

/** An end must not break off because the disk takes no words about it. */
function hint(write: () => void): void {
  try {
    write()
  } catch {
    // A second start then knows less about this one.
  }
}

const SQLITE_BUSY = 5
const ENDING = 'about to end'

/** How long to wait for a killed process to disappear, and for one that has announced its end. */
const PATIENCE_MS = 500
const PATIENCE_WITH_ENDING_MS = 20_000

async function openLocked(path: string, holder: string): Promise<DatabaseSync | undefined> {
  const began = performance.now()
  while (true) {
    const file = lockOrClose(path)
    if (file !== undefined) return file

    const patience = describeHolder(holder).includes(ENDING) ? PATIENCE_WITH_ENDING_MS : PATIENCE_MS
    if (performance.now() - began > patience) return undefined
    await sleep(50)
  }
}

function lockOrClose(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

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
