import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import type { Storage } from '../../storage/storage.ts'
import type { ArchiveEntry } from './draft.ts'

/** A file of the archive as its manifest names it. */
export type ListedFile = { path: string; size: number; sha256: string }

export type ZipWork = {
  storage: Storage
  /** Where the texts lie. */
  folder: string
  entries: ArchiveEntry[]
  /** The last file of the zip, made of what was really written before it. */
  manifest: (files: ListedFile[]) => string
  /** When the files were made, as the zip says: the same for all. */
  date: Date
  signal: AbortSignal
  /** Told of bytes as they go out. */
  onBytes: (count: number) => void
}

export const manifestName = 'manifest.json'

/** Sizes up to which a zip needs none of the extensions that very old programs do not know. */
const CLASSIC_BYTES = 3_900_000_000
const READ_BYTES = 256 * 1024

/**
 * Streams one zip: everything stored as it is, one file after the other, hashed on the way. Nothing is held in memory
 * but the list of files. Reading it fails as soon as one source does.
 */
export function zipOf(work: ZipWork): Readable {
  const bytes = work.entries.reduce((sum, { size }) => sum + size, 0)
  const zip = new ZipArchive({ store: true, forceZip64: bytes > CLASSIC_BYTES, highWaterMark: READ_BYTES })
  feed(zip, work).catch((error: unknown) => {
    zip.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return zip
}

async function feed(zip: ZipArchive, work: ZipWork): Promise<void> {
  const listed: ListedFile[] = []
  for (const entry of work.entries) {
    work.signal.throwIfAborted()
    const source = await open(work, entry)
    await append(zip, hashed(source, entry.path, listed, work), entry.path, work)
  }
  await append(zip, work.manifest(listed), manifestName, work)
  await zip.finalize()
}

async function append(
  zip: ZipArchive,
  source: Readable | string,
  name: string,
  { date, signal }: ZipWork,
): Promise<void> {
  const done = once(zip, 'entry', { signal })
  zip.append(source, { name, date, mode: 0o644 })
  await done
}

async function open({ storage, folder }: ZipWork, { path, storageKey }: ArchiveEntry): Promise<Readable> {
  if (storageKey !== null) return storage.read(storageKey)
  return createReadStream(join(folder, path), { highWaterMark: READ_BYTES })
}

function hashed(source: Readable, path: string, listed: ListedFile[], { onBytes }: ZipWork): Readable {
  const hash = createHash('sha256')
  let size = 0
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      onBytes(piece.length)
      yield piece
    }
    listed.push({ path, size, sha256: hash.digest('hex') })
  }
  return Readable.from(pass(), { objectMode: false, highWaterMark: READ_BYTES })
}
