import { appendFile, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Storage } from '../../storage/storage.ts'

/** Which row an object belongs to, and what its bytes were when they were kept, where that was noted. */
export type Kept = { mediaId: string; sha256: string | null }

/** One file of an archive: text that was written for it, or an object of the store. What is known to be damaged is kept no more. */
export type ArchiveEntry = { path: string; size: number; storageKey: string | null; kept?: Kept | undefined }

/**
 * An archive before it is a zip: its texts as files in a folder, its media by their keys. What it will hold is known
 * to the byte before the first byte of the zip is written.
 */
export class ArchiveDraft {
  readonly folder: string
  readonly #texts = new Set<string>()
  readonly #objects: ArchiveEntry[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  /** A file that is not for the archive as it is, and goes with the draft. No path of an archive begins with a dot. */
  get aside(): string {
    return join(this.folder, '.aside')
  }

  /** Adds to a text file, which begins with the first call. */
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

/** Lends a draft; its folder is gone afterwards. */
export async function withDraft<T>(storage: Storage, work: (draft: ArchiveDraft) => Promise<T>): Promise<T> {
  const folder = join(await storage.workFolder(), `archive-${uuidv7()}`)
  await mkdir(folder)
  try {
    return await work(new ArchiveDraft(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
