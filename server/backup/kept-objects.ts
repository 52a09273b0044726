import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sha256Hex } from '#contract/fields.ts'
import { hasCode } from '../error-code.ts'
import { DurableNames } from '../storage/durable-names.ts'

export type KeptObject = { sha256: string; size: number; isNew: boolean }

/**
 * The bytes of all backups in one folder. Each object is kept once, under its own hash, so that what a second backup has in common
 * with the first takes neither room nor time.
 */
export class KeptObjects {
  readonly #root: string
  readonly #names: DurableNames

  constructor(folder: string) {
    this.#root = join(folder, 'objects')
    this.#names = new DurableNames(this.#root)
  }

  pathOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256)
  }

  async has(sha256: string, size: number): Promise<boolean> {
    const found = await stat(this.pathOf(sha256)).catch(() => null)
    return found !== null && found.size === size
  }

  /** Keeps the bytes of a stream; they are on the medium before the promise resolves. */
  async keep(source: Readable): Promise<KeptObject> {
    const work = join(this.#root, '.work')
    await mkdir(work, { recursive: true, mode: 0o700 })
    const arriving = join(work, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    try {
      await pipeline(
        source,
        async function* (incoming: AsyncIterable<Buffer>) {
          for await (const piece of incoming) {
            hash.update(piece)
            size += piece.length
            yield piece
          }
        },
        createWriteStream(arriving, { flags: 'wx', mode: 0o600, flush: true }),
      )
      const sha256 = hash.digest('hex')
      if (await this.has(sha256, size)) return { sha256, size, isNew: false }
      const path = this.pathOf(sha256)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(arriving, path)
      this.#names.forget(path)
      await this.#names.flush(path)
      return { sha256, size, isNew: true }
    } finally {
      await rm(arriving, { force: true })
    }
  }

  /** Moves a damaged object out of the way, so that the next backup copies it again. */
  async putAside(sha256: string): Promise<void> {
    const path = this.pathOf(sha256)
    await rename(path, `${path}.damaged`)
  }

  /**
   * Yields the hashes of all objects kept. Throws where a folder cannot be read, because objects that were passed over would be
   * taken for undamaged.
   */
  async *hashes(): AsyncGenerator<string> {
    for (const part of await readdir(this.#root).catch(nothingIf('ENOENT'))) {
      for (const name of await readdir(join(this.#root, part)).catch(nothingIf('ENOTDIR', 'ENOENT'))) {
        if (isHash(name)) yield name
      }
    }
  }

  /**
   * Removes objects that no backup names any more, and what interrupted runs left. What a file manager keeps in between is left
   * alone: files beside the folders of objects, and folders within them.
   * @returns how many files were removed
   */
  async removeAllBut(named: { has: (sha256: string) => boolean }): Promise<number> {
    let removed = 0
    for (const part of await readdir(this.#root).catch(() => [])) {
      const found = await readdir(join(this.#root, part), { withFileTypes: true }).catch(nothingIf('ENOTDIR'))
      for (const entry of found) {
        const { name } = entry
        if (!entry.isFile() || (isHash(name) && named.has(name))) continue
        await rm(join(this.#root, part, name), { force: true })
        removed += 1
      }
    }
    return removed
  }
}

const isHash = (name: string) => sha256Hex.safeParse(name).success

const nothingIf =
  (...codes: string[]) =>
  (error: unknown): never[] => {
    if (hasCode(error, ...codes)) return []
    throw error
  }
