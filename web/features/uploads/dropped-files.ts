import { limits } from '#contract/limits.ts'
import { FileAway } from '../../lib/chosen-file.ts'

/** Files that operating systems create in folders for their own use. */
const ofTheSystem = /^(\..*|Thumbs\.db|desktop\.ini)$/i

/** More files were dropped than a story may have. */
export class TooManyFiles extends Error {
  readonly code = 'LIMIT_REACHED'
}

/**
 * The dropped files, including those in dropped folders, sorted by folder and name. Must be called synchronously in
 * the drop event: the browser does not grant access to the items after that.
 *
 * @throws TooManyFiles if there are more than a story may have
 * @throws FileAway if a file cannot be read
 */
export async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  const items = [...dropped.items].filter(({ kind }) => kind === 'file')
  const found = items.map((item) => ({ folder: folderOf(item), file: item.getAsFile() }))

  const files: File[] = []
  for (const { folder, file } of found) {
    if (folder) await collect(folder, files)
    else if (file) files.push(file)
    assertFew(files)
  }
  return files
}

function assertFew(files: readonly File[]): void {
  if (files.length > limits.filesPerStory) throw new TooManyFiles('more files than a story holds')
}

function folderOf(item: DataTransferItem): FileSystemDirectoryEntry | null {
  const entry = item.webkitGetAsEntry()
  return entry && isFolder(entry) ? entry : null
}

async function collect(folder: FileSystemDirectoryEntry, files: File[]): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (ofTheSystem.test(entry.name)) continue
    if (isFolder(entry)) await collect(entry, files)
    else if (isFile(entry)) files.push(await fileOf(entry))
    assertFew(files)
  }
}

/** Reads a folder's entries. The browser returns them in batches of a hundred, and an empty batch at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, awayTo(reject)),
    )
    if (some.length === 0) return entries.sort((a, b) => byName.compare(a.name, b.name))
    entries.push(...some)
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, awayTo(reject)))

const awayTo = (reject: (reason: Error) => void) => (cause: DOMException) =>
  reject(new FileAway('the folder cannot be read', { cause }))

/** Natural order, as in people's file managers: Scan 2 before Scan 10. */
const byName = new Intl.Collator(undefined, { numeric: true })

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
