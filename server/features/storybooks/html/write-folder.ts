import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { fillZip, type ZipEntry } from '../../../fill-zip.ts'
import { type FolderBook, folderMarkup } from './folder-markup.ts'

/** The folder that holds everything in the zip, so that unpacking makes a single folder. */
const folder = 'storybook'

/** Writes the book as a zipped folder. `paths` says where pictures and voices lie, by their href. */
export async function writeFolder(
  path: string,
  book: FolderBook & { modified: Date; paths: ReadonlyMap<string, string> },
): Promise<void> {
  const archive = new ZipArchive({ zlib: { level: 6 } })
  const date = book.modified
  const entries = function* (): Generator<ZipEntry> {
    yield { source: folderMarkup(book), about: { name: `${folder}/index.html`, date } }
    for (const [href, file] of book.paths) {
      yield { source: createReadStream(file), about: { name: `${folder}/${href}`, date, store: true } }
    }
  }
  await Promise.all([pipeline(archive, createWriteStream(path)), fillZip(archive, entries())])
}
