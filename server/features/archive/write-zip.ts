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

/** The files that are in the zip so far: the contents of the archive, and the files that describe them. */
export type WrittenFiles = { payload: ListedFile[]; tags: ListedFile[] }

/** A file that describes the others. */
export type TagFile = { path: string; content: Iterable<string> | AsyncIterable<string> }

export type ZipWork = {
  storage: Storage
  /** The folder on disk with the texts. */
  folder: string
  /** The folder in the zip that holds everything. */
  base: string
  /** The contents, which lie in the folder `data` below `base`. */
  entries: ArchiveEntry[]
  /**
   * The files that describe the contents and follow them. Each is requested only when the one before it has been
   * written.
   */
  tagFiles: (written: WrittenFiles) => Iterable<TagFile>
  /** Grows as files are written. */
  written: WrittenFiles
  /** The date that the zip gives for every file. */
  date: Date
  signal: AbortSignal
  /** Called with the number of content bytes as they go out. */
  onBytes: (count: number) => void
}

/** Up to this size a zip needs no Zip64 extension, which very old programs do not know. */
const CLASSIC_BYTES = 3_900_000_000
/** At most so many bytes are written about each file beside it. */
const ABOUT_EACH_BYTES = 8_000
const READ_BYTES = 256 * 1024

/**
 * Streams one zip: files are stored uncompressed, one after the other, and hashed on the way. Only the list of files
 * is held in memory. The stream fails as soon as one of the sources does.
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

/**
 * Short texts are read as a whole, because opening a stream costs more than reading them; everything else is
 * streamed.
 */
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

/** Passes the bytes on unchanged, and lists the file once all of them have passed. */
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
  // The archiver does not notice a source that fails, and would wait for it for ever.
  pipeline(source, pass, (error) => {
    if (error) zip.destroy(error)
  })
  return pass
}
