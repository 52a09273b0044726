import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import type { EpubBook } from './book.ts'
import { packageFiles } from './package-files.ts'

/** Writes the package as one file. `paths` says where pictures and voices lie, by their href. */
export async function writeEpub(
  path: string,
  book: EpubBook & { paths: ReadonlyMap<string, string> },
): Promise<void> {
  const archive = new ZipArchive({ zlib: { level: 6 } })
  const date = book.modified
  for (const { name, content } of packageFiles(book)) {
    // A reader tells an EPUB by its first bytes (OCF 3.3, 4.3): this entry comes first and uncompressed.
    archive.append(content, { name, date, store: name === 'mimetype' })
  }
  for (const [href, file] of book.paths) {
    archive.append(createReadStream(file), { name: `EPUB/${href}`, date, store: true })
  }
  await Promise.all([pipeline(archive, createWriteStream(path)), archive.finalize()])
}
