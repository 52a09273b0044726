import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

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
    await flushFile(folder)
    if (folder.length >= this.#root.length) await this.flush(folder)
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

/** Flushes a file or a folder to the medium. */
export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
