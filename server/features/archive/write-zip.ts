import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
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
    await append(zip, await contentOf(work, entry, listed), entry.path, work)
  }
  await append(zip, work.manifest(listed), manifestName, work)
  await zip.finalize()
}

async function append(
  zip: ZipArchive,
  source: Readable | Buffer | string,
  name: string,
  { date, signal }: ZipWork,
): Promise<void> {
  const done = once(zip, 'entry', { signal })
  zip.append(source, { name, date, mode: 0o644 })
  await done
}

/** A short text whole, because opening a stream costs more than reading it; anything else as it comes. */
async function contentOf(
  work: ZipWork,
  entry: ArchiveEntry,
  listed: ListedFile[],
): Promise<Readable | Buffer> {
  const { path, size, storageKey } = entry
  if (storageKey !== null) return hashed(await work.storage.read(storageKey), path, listed, work)

  const local = join(work.folder, path)
  if (size > READ_BYTES)
    return hashed(createReadStream(local, { highWaterMark: READ_BYTES }), path, listed, work)

  const text = readFileSync(local)
  work.onBytes(text.length)
  listed.push({ path, size: text.length, sha256: hash('sha256', text) })
  return text
}

/** Hands everything on as it came, and lists it when it has gone by. */
function hashed(source: Readable, path: string, listed: ListedFile[], { onBytes }: ZipWork): Readable {
  const sum = createHash('sha256')
  let size = 0
  const pass = new Transform({
    highWaterMark: READ_BYTES,
    transform(piece: Buffer, _encoding, next) {
      sum.update(piece)
      size += piece.length
      onBytes(piece.length)
      next(null, piece)
    },
    flush(next) {
      listed.push({ path, size, sha256: sum.digest('hex') })
      next()
    },
  })
  // What fails before it ends here makes the zip fail: the archiver listens.
  pipeline(source, pass, () => undefined)
  return pass
}
