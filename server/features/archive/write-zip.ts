import { createHash, hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import { ZipArchive } from 'archiver'
import type { Storage } from '../../storage/storage.ts'
import type { ArchiveEntry } from './draft.ts'

/** A file of the archive as it was written. */
export type ListedFile = { path: string; size: number; sha256: string }

/** What is in the zip so far: what the archive is of, and what is written about it. */
export type WrittenFiles = { payload: ListedFile[]; tags: ListedFile[] }

/** A file about the others. */
export type TagFile = { path: string; content: Iterable<string> | AsyncIterable<string> }

export type ZipWork = {
  storage: Storage
  /** Where the texts lie. */
  folder: string
  /** The folder that everything in the zip lies in. */
  base: string
  /** They lie in the folder `data` of it. */
  entries: ArchiveEntry[]
  /** What is written after them and about them. Each is asked for when the one before it has been written. */
  tagFiles: (written: WrittenFiles) => Iterable<TagFile>
  /** Grows as they are written. */
  written: WrittenFiles
  /** When the files were made, as the zip says: the same for all. */
  date: Date
  signal: AbortSignal
  /** Told of bytes as they go out. */
  onBytes: (count: number) => void
}

/** Sizes up to which a zip needs none of the extensions that very old programs do not know. */
const CLASSIC_BYTES = 3_900_000_000
/** What is written about each file beside it, at the most. */
const ABOUT_EACH_BYTES = 8_000
const READ_BYTES = 256 * 1024

/**
 * Streams one zip: everything stored as it is, one file after the other, hashed on the way. Nothing is held in memory
 * but the list of files. Reading it fails as soon as one source does.
 */
export function zipOf(work: ZipWork): Readable {
  const bytes = work.entries.reduce((sum, { size }) => sum + size + ABOUT_EACH_BYTES, 0)
  const zip = new ZipArchive({ store: true, forceZip64: bytes > CLASSIC_BYTES, highWaterMark: READ_BYTES })
  feed(zip, work).catch((error: unknown) => {
    zip.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return zip
}

async function feed(zip: ZipArchive, work: ZipWork): Promise<void> {
  const { base, entries, tagFiles, written, signal } = work
  for (const entry of entries) {
    signal.throwIfAborted()
    await append(zip, await contentOf(zip, work, entry), `${base}/data/${entry.path}`, work)
  }
  for (const { path, content } of tagFiles(written)) {
    signal.throwIfAborted()
    const listed = hashed(zip, Readable.from(content), {
      path,
      listed: written.tags,
      onBytes: () => undefined,
    })
    await append(zip, listed, `${base}/${path}`, work)
  }
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
async function contentOf(zip: ZipArchive, work: ZipWork, entry: ArchiveEntry): Promise<Readable | Buffer> {
  const { size, storageKey } = entry
  const listing = { path: `data/${entry.path}`, listed: work.written.payload, onBytes: work.onBytes }
  if (storageKey !== null) return hashed(zip, await work.storage.read(storageKey), listing)

  const local = join(work.folder, entry.path)
  if (size > READ_BYTES) return hashed(zip, createReadStream(local, { highWaterMark: READ_BYTES }), listing)

  const text = readFileSync(local)
  work.onBytes(text.length)
  listing.listed.push({ path: listing.path, size: text.length, sha256: hash('sha256', text) })
  return text
}

type Listing = { path: string; listed: ListedFile[]; onBytes: (count: number) => void }

/** Hands everything on as it came, and lists it when it has gone by. */
function hashed(zip: ZipArchive, source: Readable, { path, listed, onBytes }: Listing): Readable {
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
  // The archiver does not hear of a source that breaks, and would wait for it for ever.
  pipeline(source, pass, (error) => {
    if (error) zip.destroy(error)
  })
  return pass
}
