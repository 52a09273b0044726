import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-error.ts'

/** A zip whose file names have been checked to be harmless. Its contents have not been looked at. */
export type OpenZip = {
  entries: ReadonlyMap<string, yauzl.Entry>
  /** @throws ArchiveError */
  read: (name: string) => Promise<Readable>
  /** Reads a file as text. @throws ArchiveError, also when it is too long for that */
  text: (name: string) => Promise<string>
  close: () => void
}

/** @throws ArchiveError */
export async function openZip(path: string): Promise<OpenZip> {
  const zip = await openFile(path)
  try {
    const entries = await readEntries(zip)
    const read = (name: string) => streamOf(zip, entries.get(name), name)
    return {
      entries,
      read,
      text: (name) => textOf(entries.get(name), () => read(name)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openFile(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  try {
    return await yauzl.openPromise(path, options)
  } catch (error) {
    // A zip begins with its first file and ends with its directory: a file with the one and not the other was cut off.
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

/**
 * Every file by its name. Names that lead out of the folder, files that unpack to more than their size, and files that
 * hide another one are refused.
 */
async function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let bytes = 0
  if (zip.entryCount > limits.archiveFiles) throw new ArchiveError('too_large', `${zip.entryCount} files`)
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
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

/**
 * Some programs write names in UTF-8 without marking them so; they would be decoded as DOS characters. @throws
 * ArchiveError
 */
function nameOf({ fileName, fileNameRaw }: yauzl.Entry): string {
  if (!isUtf8(fileNameRaw)) return fileName
  const name = fileNameRaw.toString('utf8')
  const wrong = yauzl.validateFileName(name)
  if (wrong !== null) throw new ArchiveError('unsafe_name', wrong)
  return name
}

async function textOf(entry: yauzl.Entry | undefined, read: () => Promise<Readable>): Promise<string> {
  if (entry && entry.uncompressedSize > limits.archiveManifestBytes)
    throw new ArchiveError('too_large', entry.fileName)

  const pieces: Buffer[] = []
  for await (const piece of await read()) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

async function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined, name: string): Promise<Readable> {
  if (!entry) throw new ArchiveError('missing_file', name)
  try {
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw new ArchiveError('truncated', wordsOf(error), { cause: error })
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
