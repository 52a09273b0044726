import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { fillZip, type ZipEntry } from '../../../fill-zip.ts'
import type { EpubBook } from './book.ts'
import { packageFiles } from './package-files.ts'

/** Writes the package as one file. `paths` says where pictures and voices lie, by their href. */
export async function writeEpub(
  path: string,
  book: EpubBook & { paths: ReadonlyMap<string, string> },
): Promise<void> {
  const archive = new ZipArchive({ zlib: { level: 6 } })
  const date = book.modified
  const entries = function* (): Generator<ZipEntry> {
    for (const { name, content } of packageFiles(book)) {
      // E-readers recognise an EPUB by its first bytes (OCF 3.3, 4.3), so `mimetype` comes first and uncompressed.
      yield { source: content, about: { name, date, store: name === 'mimetype' } }
    }
    for (const [href, file] of book.paths) {
      yield { source: createReadStream(file), about: { name: `EPUB/${href}`, date, store: true } }
    }
  }
  await Promise.all([pipeline(archive, createWriteStream(path)), fillZip(archive, entries())])
}
