import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from './storage.ts'

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

/** A path for a file on its way into the store; whatever is left there afterwards is removed. */
export async function withWorkFile<T>(storage: Storage, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(await storage.workFolder(), randomUUID())
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
