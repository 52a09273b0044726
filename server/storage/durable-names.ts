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
    if (path.length <= this.#root.length) await flushFile(folder).catch(unlessNotOurs)
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
 * The folder that holds the root may be one that this account can only pass through, such as another account's with mode 0711, or
 * one that has nothing to flush. This account has then not made the root, and whoever has sees to its name.
 */
function unlessNotOurs(error: unknown): void {
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
