import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../error-code.ts'

const REMEMBERED_MAX = 10_000

/**
 * Makes the names of files durable. Flushing a file does not flush its name: a new name is on the medium only once its folder, and
 * every new folder above it, has been flushed too. Each process flushes a name once, even where the file was already there, because
 * an earlier process may have been killed between making the file and flushing the folder.
 */
export class DurableNames {
  readonly #root: string
  readonly #flushed = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  async flush(path: string): Promise<void> {
    if (this.#flushed.has(path)) return

    const folder = dirname(path)
    if (path.length <= this.#root.length) await flushNames(folder)
    else {
      await flushFile(folder)
      await this.flush(folder)
    }
    this.#remember(path)
  }

  forget(path: string): void {
    this.#flushed.delete(path)
  }

  #remember(path: string): void {
    const [oldest] = this.#flushed
    if (this.#flushed.size >= REMEMBERED_MAX && oldest) this.#flushed.delete(oldest)
    this.#flushed.add(path)
  }
}

/**
 * Flushes the names in folders. One may be another account's with mode 0711, which we can only pass through: then its names are not
 * ours. Or its disk has nothing to flush for a folder.
 */
export async function flushNames(...folders: string[]): Promise<void> {
  for (const folder of folders) await flushFile(folder).catch(unlessUnflushable)
}

/** The same for what is done before anything can wait. */
export function flushNamesNow(...folders: string[]): void {
  if (process.platform === 'win32') return
  for (const folder of folders) {
    try {
      const file = openSync(folder, 'r')
      try {
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    } catch (error) {
      unlessUnflushable(error)
    }
  }
}

function unlessUnflushable(error: unknown): void {
  if (!hasCode(error, 'EACCES', 'EPERM', 'EINVAL')) throw error
}

/**
 * Flushes a file or a folder to the medium. Windows flushes only what is open for writing, which a folder cannot be; it keeps the
 * names of files by itself.
 */
export async function flushFile(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const isWindows = platform === 'win32'
  if (isWindows && (await stat(path)).isDirectory()) return
  const handle = await open(path, isWindows ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
