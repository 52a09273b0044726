import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireWritable } from './disk-trouble.ts'
import type { Storage } from './storage.ts'

/** Longer than the longest work on one file: what is older was left by a process that died. */
const LEFT_BEHIND_MS = 24 * 3_600_000

/** Lends an object as a local file to a tool: in place where the store has files, by a passing copy otherwise. */
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
 * A path for a file on its way into the store; whatever is left there afterwards is removed. Where the work fails on a disk
 * that takes no bytes, that is what is told: a program that could not write would have the file that it read be damaged.
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
