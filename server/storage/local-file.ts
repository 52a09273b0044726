import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireWritable } from './disk-trouble.ts'
import type { Storage } from './storage.ts'

/** Longer than the longest work on one file: an older file was left behind by a process that died. */
const LEFT_BEHIND_MS = 24 * 3_600_000

/** Lends an object as a local file to a tool: in place where the store keeps files, otherwise as a temporary copy. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const inPlace = storage.localPath(key)
  if (inPlace !== null) return work(inPlace)

  return withWorkFile(storage, async (path) => {
    await pipeline(await storage.read(key), createWriteStream(path))
    return work(path)
  })
}

/**
 * Lends a path for a file on its way into the store and removes what is left there afterwards. When the work fails and the disk
 * takes no bytes, the disk's trouble is thrown instead: otherwise a program's failure to write would count as damage to the file
 * that it read.
 * @throws StorageError FULL or UNAVAILABLE, or what the work throws
 */
export async function withWorkFile<T>(storage: Storage, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(await storage.workFolder(), randomUUID())
  try {
    return await work(path)
  } catch (error) {
    await requireWritable(`${path}.probe`)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes what processes that died have left in the work folder. */
export async function clearWorkFolder(storage: Storage): Promise<void> {
  const folder = await storage.workFolder()
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true })
  }
}
