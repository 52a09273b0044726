import { constants, fstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../error-code.ts'
import { makeFolder } from './make-folder.ts'

const OPEN_FLAGS = constants.O_RDWR | constants.O_CREAT
const KEPT_MAX = 64
const KEPT_IDLE_MS = 10_000

type Kept = {
  file: FileHandle
  users: number
  isLeaving: boolean
  idle: NodeJS.Timeout | null
  /** Resolves when everything that takes turns on the file is over. */
  turn: Promise<unknown>
  /** The error of the latest flush that failed. */
  failure: { error: unknown } | null
}

/**
 * Keeps files that grow open from one write to the next. Opening, examining and closing a file each occupy one of Node's few file
 * threads, together for a tenth of the time that a recording's chunk takes. A file that was removed meanwhile, by whichever
 * process, is never written to: its link count is checked before every use.
 */
export class GrowingFiles {
  readonly #kept = new Map<string, Kept>()
  readonly #isWrittenThrough: boolean

  /**
   * @param isWrittenThrough each write returns only once its bytes are on the medium. That takes one turn of the file threads
   * instead of two for a write and a flush, but flushes at every write (docs/decisions/078)
   */
  constructor({ isWrittenThrough = false } = {}) {
    this.#isWrittenThrough = isWrittenThrough
  }

  /** Lends the file at `path`, which is made where there is none, with its size and a function that flushes it to the medium. */
  async use<T>(
    path: string,
    work: (file: FileHandle, size: number, flush: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const kept = await this.#take(path)
    const earlier = kept.failure
    try {
      // Here every write is also a flush, and flushes take turns.
      if (this.#isWrittenThrough)
        return await inTurn(kept, () => work(kept.file, look(kept.file).size, flushed))
      return await work(kept.file, look(kept.file).size, () => flushInTurn(kept, earlier))
    } catch (error) {
      // The file is closed even if the write will be retried: a broken disk can be mended only once no file on it is open.
      if (this.#kept.get(path) === kept) this.release(path)
      throw error
    } finally {
      this.#giveBack(kept)
    }
  }

  /** Closes a file that is removed or replaced, so that its space is free at once. */
  release(path: string): void {
    const kept = this.#kept.get(path)
    if (!kept) return

    this.#kept.delete(path)
    kept.isLeaving = true
    if (kept.users === 0) close(kept)
  }

  async #take(path: string): Promise<Kept> {
    const known = this.#kept.get(path)
    if (known && look(known.file).nlink > 0) {
      known.users += 1
      return known
    }

    this.release(path)
    const kept: Kept = {
      file: await openOrMake(path, this.#isWrittenThrough ? OPEN_FLAGS | constants.O_DSYNC : OPEN_FLAGS),
      users: 1,
      isLeaving: false,
      idle: null,
      turn: Promise.resolve(),
      failure: null,
    }
    this.#keep(path, kept)
    return kept
  }

  #keep(path: string, kept: Kept): void {
    // When two callers opened the file at once, the later one's handle is kept.
    this.release(path)
    const [oldest] = this.#kept.size >= KEPT_MAX ? this.#kept.keys() : []
    if (oldest !== undefined) this.release(oldest)

    kept.idle = setTimeout(() => this.#forgetIdle(path, kept), KEPT_IDLE_MS).unref()
    this.#kept.set(path, kept)
  }

  #forgetIdle(path: string, kept: Kept): void {
    if (kept.users > 0) kept.idle?.refresh()
    else if (!kept.isLeaving) this.release(path)
  }

  #giveBack(kept: Kept): void {
    kept.users -= 1
    if (!kept.isLeaving) kept.idle?.refresh()
    else if (kept.users === 0) close(kept)
  }
}

/**
 * When two callers flush the same open file, the system reports a write that failed to only one of them, whoever wrote the bytes.
 * So flushes take turns, and a caller whose write began before another's flush failed gets that failure as well.
 */
function flushInTurn(kept: Kept, earlier: Kept['failure']): Promise<void> {
  return inTurn(kept, async () => {
    if (kept.failure && kept.failure !== earlier) throw kept.failure.error
    try {
      await kept.file.datasync()
    } catch (error) {
      kept.failure = { error }
      throw error
    }
  })
}

function inTurn<T>(kept: Kept, work: () => Promise<T>): Promise<T> {
  const turn = kept.turn.then(work)
  kept.turn = turn.catch(() => undefined)
  return turn
}

async function flushed(): Promise<void> {}

/**
 * Examines an open file. The call is synchronous because the system answers it from memory, which takes less than handing the
 * question to another thread.
 */
function look(file: FileHandle): { size: number; nlink: number } {
  return fstatSync(file.fd)
}

async function openOrMake(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeFolder(dirname(path))
    return open(path, flags)
  }
}

function close(kept: Kept): void {
  if (kept.idle) clearTimeout(kept.idle)
  kept.file.close().catch(() => undefined)
}
