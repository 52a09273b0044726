import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-error.ts'
import { ARCHIVE_VERSION, type Manifest, manifestSchema } from './manifest.ts'
import { manifestName } from './write-zip.ts'

/** An archive whose every byte was found to be what its manifest says. */
export type OpenArchive = {
  manifest: Manifest
  has: (path: string) => boolean
  /** The hash and the size of a file, as they were found. */
  listed: (path: string) => { size: number; sha256: string } | undefined
  read: (path: string) => Promise<Readable>
}

type Watch = { signal: AbortSignal; onBytes: (count: number) => void }

/**
 * Opens an archive and checks all of it before anything is made of it: names, sizes, and the hash of every file.
 * @throws ArchiveError
 */
export async function withArchive<T>(
  path: string,
  watch: Watch,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const zip = await openZip(path)
  try {
    const entries = await readEntries(zip)
    const manifest = await readManifest(zip, entries)
    const archive = listing(zip, entries, manifest)
    await checkHashes(archive, watch)
    return await work(archive)
  } finally {
    zip.close()
  }
}

async function openZip(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  try {
    return await yauzl.openPromise(path, options)
  } catch (error) {
    // A zip begins with its first file and ends with its list: one without the other was cut.
    const isCut = (await firstBytes(path)).startsWith('PK')
    throw new ArchiveError(isCut ? 'truncated' : 'not_a_zip', wordsOf(error), { cause: error })
  }
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

const FILE_TYPE = 0o170000
const REGULAR_FILE = 0o100000

/** Every file by its name. Whatever could lead out of a folder, unpack to more than it is, or hide another is refused. */
async function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let bytes = 0
  if (zip.entryCount > limits.archiveFiles) throw new ArchiveError('too_large', `${zip.entryCount} files`)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
      if (type !== 0 && type !== REGULAR_FILE) throw new ArchiveError('unsafe_name', `${name} is not a file`)
      if (name.endsWith('/') || entries.has(name)) throw new ArchiveError('unsafe_name', `${name} twice`)
      if (entry.compressionMethod !== 0 || entry.isEncrypted()) {
        throw new ArchiveError('compressed', `${name} is not stored as it is`)
      }
      bytes += entry.compressedSize
      if (bytes > zip.fileSize) throw new ArchiveError('compressed', 'files that lie over each other')
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const isName = /relative path|absolute path|characters in fileName/i.test(wordsOf(error))
    throw new ArchiveError(isName ? 'unsafe_name' : 'truncated', wordsOf(error), { cause: error })
  }
  return entries
}

async function readManifest(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw new ArchiveError('not_an_archive', 'there is no manifest.json')
  if (entry.uncompressedSize > limits.archiveManifestBytes)
    throw new ArchiveError('too_large', 'manifest.json')

  const pieces: Buffer[] = []
  for await (const piece of await streamOf(zip, entry)) pieces.push(piece)
  const said = parsed(Buffer.concat(pieces).toString('utf8'))
  const isOurs =
    typeof said === 'object' && said !== null && 'format' in said && said.format === 'kinora-archive'
  if (!isOurs) throw new ArchiveError('not_an_archive', 'manifest.json is of something else')
  if (!('version' in said) || said.version !== ARCHIVE_VERSION) {
    throw new ArchiveError(
      'unknown_version',
      `version ${'version' in said ? String(said.version) : 'unknown'}`,
    )
  }
  const manifest = manifestSchema.safeParse(said)
  if (!manifest.success) throw new ArchiveError('not_an_archive', 'manifest.json is not whole')
  return manifest.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Everything that is in the zip is listed, and everything that is listed is in the zip. */
function listing(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>, manifest: Manifest): OpenArchive {
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  for (const name of entries.keys()) {
    if (name !== manifestName && !files.has(name)) throw new ArchiveError('unlisted_file', name)
  }
  for (const { path, size } of manifest.files) {
    const entry = entries.get(path)
    if (!entry) throw new ArchiveError('missing_file', path)
    if (entry.uncompressedSize !== size) throw new ArchiveError('wrong_hash', path)
  }
  return {
    manifest,
    has: (path) => files.has(path),
    listed: (path) => files.get(path),
    read: (path) => {
      const entry = files.has(path) ? entries.get(path) : undefined
      if (!entry) throw new ArchiveError('missing_file', path)
      return streamOf(zip, entry)
    },
  }
}

async function checkHashes(archive: OpenArchive, { signal, onBytes }: Watch): Promise<void> {
  for (const { path, sha256 } of archive.manifest.files) {
    const hash = createHash('sha256')
    try {
      for await (const piece of await archive.read(path)) {
        signal.throwIfAborted()
        hash.update(piece)
        onBytes(piece.length)
      }
    } catch (error) {
      if (signal.aborted || error instanceof ArchiveError) throw error
      throw new ArchiveError('truncated', wordsOf(error), { cause: error })
    }
    if (hash.digest('hex') !== sha256) throw new ArchiveError('wrong_hash', path)
  }
}

async function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  try {
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw new ArchiveError('truncated', wordsOf(error), { cause: error })
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
