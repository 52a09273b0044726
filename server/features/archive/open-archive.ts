import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ArchiveError } from './archive-error.ts'
import { baseOf, readBag } from './bag/read-bag.ts'
import type { Contents } from './contents.ts'
import type { About } from './manifest.ts'
import { readVersion1 } from './read-version-1.ts'
import type { OpenZip } from './read-zip.ts'

/** An archive of which every byte has been verified against its lists. */
export type OpenArchive = {
  about: About
  /** The folder with the rows. */
  rows: string
  has: (path: string) => boolean
  /** The size of a file in the zip and its hash. */
  listed: (path: string) => { size: number; sha256: string } | undefined
  read: (path: string) => Promise<Readable>
}

type Watch = { signal: AbortSignal; onBytes: (count: number) => void }

/**
 * Opens an archive and verifies all of it before anything is made of it: the names, the sizes and the hash of every
 * file.
 * @throws ArchiveError
 */
export async function withArchive<T>(
  path: string,
  watch: Watch,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const { openZip } = await import('./read-zip.ts')
  const zip = await openZip(path)
  try {
    const base = baseOf(zip)
    const contents = base === null ? await readVersion1(zip) : await readBag(zip, base)
    compareNames(zip, contents)
    compareCount(zip, contents)
    await checkDigests(zip, contents, watch)
    return await work(archiveIn(zip, contents))
  } finally {
    zip.close()
  }
}

/** Checks that everything in the zip is listed, and that everything listed is in the zip. */
function compareNames({ entries }: OpenZip, { digests, list }: Contents): void {
  for (const name of entries.keys()) {
    if (name !== list && !digests.has(name)) throw new ArchiveError('unlisted_file', name)
  }
  for (const name of digests.keys()) {
    if (!entries.has(name)) throw new ArchiveError('missing_file', name)
  }
}

/**
 * Compares the count of bytes and files: the quick check for completeness, on which readers rely that do not hash
 * every byte.
 */
function compareCount({ entries }: OpenZip, { root, oxum }: Contents): void {
  if (oxum === null) return
  const payload = [...entries].filter(([name]) => name.startsWith(root))
  const bytes = payload.reduce((sum, [, { uncompressedSize }]) => sum + uncompressedSize, 0)
  if (oxum !== `${bytes}.${payload.length}`) throw new ArchiveError('wrong_hash', `${oxum} bytes and files`)
}

async function checkDigests(zip: OpenZip, { digests }: Contents, { signal, onBytes }: Watch): Promise<void> {
  for (const [name, digest] of digests) {
    const hash = createHash('sha256')
    try {
      for await (const piece of await zip.read(name)) {
        signal.throwIfAborted()
        hash.update(piece)
        onBytes(piece.length)
      }
    } catch (error) {
      if (signal.aborted || error instanceof ArchiveError) throw error
      throw new ArchiveError('truncated', String(error), { cause: error })
    }
    if (hash.digest('hex') !== digest) throw new ArchiveError('wrong_hash', name)
  }
}

function archiveIn(zip: OpenZip, { about, rows, root, digests }: Contents): OpenArchive {
  const listed: OpenArchive['listed'] = (path) => {
    const [entry, sha256] = [zip.entries.get(root + path), digests.get(root + path)]
    return entry && sha256 !== undefined ? { size: entry.uncompressedSize, sha256 } : undefined
  }
  return {
    about,
    rows,
    listed,
    has: (path) => digests.has(root + path),
    read: (path) => {
      if (!digests.has(root + path)) throw new ArchiveError('missing_file', path)
      return zip.read(root + path)
    },
  }
}
