import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { limits } from '#contract/limits.ts'
import { GedcomError } from './gedcom-error.ts'

/** A GEDCOM file with its pictures, as one ZIP file (FamilySearch GEDZIP). Nothing of it is ever unpacked to a disk. */
export type Package = {
  gedcom: Uint8Array
  /** The paths of all files inside. */
  names: ReadonlySet<string>
  /** The bytes of one file; null for one that is broken, or larger than `most`. */
  read: (name: string, most: number) => Promise<Uint8Array | null>
  /** What the package's directory says of a file; null where there is no such file. */
  entry: (name: string) => { size: number; crc32: number } | null
  /** The bytes of a file too large for memory, while it is unpacked. @throws GedcomError where they do not match `entry` */
  stream: (name: string) => AsyncIterable<Uint8Array>
}

/**
 * Opens a package while `work` runs. The sizes that it states are checked before anything is inflated, and enforced while it is.
 * @throws GedcomError BROKEN_PACKAGE, ENCRYPTED_PACKAGE, FOREIGN_PATHS, NO_FAMILY_INSIDE, TOO_MANY_FILES, TOO_LARGE_INSIDE
 */
export async function withGedzip<T>(path: string, work: (inside: Package) => Promise<T>): Promise<T> {
  const zip = await opened(path)
  try {
    const entries = await entriesOf(zip)
    const family = familyIn(entries)
    if (family.uncompressedSize > limits.gedcomBytes) throw new GedcomError('TOO_LARGE_INSIDE')
    const gedcom = await bytesOf(zip, family)
    if (!gedcom) throw new GedcomError('BROKEN_PACKAGE')
    return await work({
      gedcom,
      names: new Set(entries.keys()),
      read: async (name, most) => {
        const entry = entries.get(name)
        return entry && entry.uncompressedSize <= most ? bytesOf(zip, entry) : null
      },
      entry: (name) => {
        const entry = entries.get(name)
        return entry ? { size: entry.uncompressedSize, crc32: entry.crc32 } : null
      },
      stream: (name) => proven(zip, entries.get(name)),
    })
  } finally {
    zip.close()
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    // Names are decoded and checked in `entriesOf`, where each fault has an error of its own.
    return await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
  } catch {
    throw new GedcomError('BROKEN_PACKAGE')
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.gedzipFiles) throw new GedcomError('TOO_MANY_FILES')
  const entries = new Map<string, Entry>()
  let size = 0
  for (const entry of await listed(zip)) {
    const name = nameOf(entry)
    if (name.endsWith('/')) continue
    if (yauzl.validateFileName(name) !== null) throw new GedcomError('FOREIGN_PATHS')
    if (entry.isEncrypted()) throw new GedcomError('ENCRYPTED_PACKAGE')
    size += entry.uncompressedSize
    if (size > limits.gedzipInsideBytes) throw new GedcomError('TOO_LARGE_INSIDE')
    entries.set(name, entry)
  }
  return entries
}

async function listed(zip: ZipFile): Promise<Entry[]> {
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return entries
  } catch {
    throw new GedcomError('BROKEN_PACKAGE')
  }
}

/** The mark of an entry whose name is UTF-8. */
const IS_UTF8 = 0x800

/**
 * The path of an entry. Some programs for Windows put backslashes between its folders, and a Mac does not say that its names are UTF-8;
 * names in the letters of DOS are hardly ever UTF-8 by chance.
 */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string => {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | IS_UTF8 : generalPurposeBitFlag
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false).replaceAll('\\', '/')
}

/** What a Mac adds to a package beside each file, under the file's name: its icon, its labels. */
const OF_A_MAC = /(?:^|\/)\._[^/]*$/

/** `gedcom.ged` as the standard asks, or else the only .ged file in the package. */
function familyIn(entries: Map<string, Entry>): Entry {
  const named = entries.get('gedcom.ged')
  if (named) return named
  const [only, ...more] = [...entries].filter(([name]) => /\.ged$/i.test(name) && !OF_A_MAC.test(name))
  if (!only || more.length > 0) throw new GedcomError('NO_FAMILY_INSIDE')
  return only[1]
}

/** The library stops a stream longer than the entry claims; the checksum then proves that the bytes are the right ones. */
async function* proven(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) throw new GedcomError('BROKEN_PACKAGE')
  let checksum = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece, checksum)
      yield piece
    }
  } catch {
    throw new GedcomError('BROKEN_PACKAGE')
  }
  if (checksum !== entry.crc32) throw new GedcomError('BROKEN_PACKAGE')
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Uint8Array | null> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of proven(zip, entry)) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch {
    return null
  }
}
