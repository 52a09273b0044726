import { appendFile, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Storage } from '../../storage/storage.ts'

/** The row that an object belongs to, and the hash its bytes had when they were kept, if one was recorded. */
export type Kept = { mediaId: string; sha256: string | null }

/**
 * One file of an archive: a text written for it, or an object of the store. `kept` is absent when the file is known to be damaged.
 */
export type ArchiveEntry = { path: string; size: number; storageKey: string | null; kept?: Kept | undefined }

/**
 * An archive before it is a zip: its texts are files in a folder, its media are named by their storage keys. The size of everything
 * it will hold is known before the first byte of the zip is written.
 */
export class ArchiveDraft {
  readonly folder: string
  readonly #texts = new Set<string>()
  readonly #objects: ArchiveEntry[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * A work file that is not packed itself and is deleted with the draft. No path of an archive begins with a dot, so it collides
   * with none.
   */
  get aside(): string {
    return join(this.folder, '.aside')
  }

  /** Appends to a text file, which the first call creates. */
  async write(path: string, text: string): Promise<void> {
    const local = join(this.folder, path)
    if (!this.#texts.has(path)) await mkdir(dirname(local), { recursive: true })
    this.#texts.add(path)
    await appendFile(local, text)
  }

  addObject(path: string, storageKey: string, size: number, kept: Kept | undefined): void {
    this.#objects.push({ path, size, storageKey, kept })
  }

  /** Everything the zip will hold, texts first. */
  async entries(): Promise<ArchiveEntry[]> {
    const texts: ArchiveEntry[] = []
    for (const path of [...this.#texts].sort()) {
      const { size } = await stat(join(this.folder, path))
      texts.push({ path, size, storageKey: null })
    }
    return [...texts, ...this.#objects]
  }
}

/** Runs `work` with a new draft, and deletes the draft's folder afterwards. */
export async function withDraft<T>(storage: Storage, work: (draft: ArchiveDraft) => Promise<T>): Promise<T> {
  const folder = join(await storage.workFolder(), `archive-${uuidv7()}`)
  await mkdir(folder)
  try {
    return await work(new ArchiveDraft(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
