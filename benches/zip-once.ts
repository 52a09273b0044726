import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { manifestLines } from '../server/features/archive/bag/manifest-lines.ts'
import type { ArchiveEntry } from '../server/features/archive/draft.ts'
import { zipOf } from '../server/features/archive/write-zip.ts'
import { DiskStorage } from '../server/storage/disk.ts'
import { memoryOf } from './process.ts'

/** The result of making one zip in one process. */
export type ZipRun = { ms: number; zipBytes: number; peakBytes: number | null }

/**
 * `node zip-once.ts ours|archiver|archiver-flushed FOLDER`: makes one zip of FOLDER/media in a separate process and prints a
 * {@link ZipRun}. `ours` does what the export job does: it writes through the store, hashes every file, and flushes to the medium.
 */
const [contestant, folder = ''] = process.argv.slice(2)
const [media, texts] = [
  (await readdir(join(folder, 'media'))).sort(),
  (await readdir(join(folder, 'texts'))).sort(),
]
const started = performance.now()
const zipBytes = contestant === 'ours' ? await ours() : await archiver(contestant === 'archiver-flushed')
const ms = performance.now() - started
console.log(JSON.stringify({ ms, zipBytes, peakBytes: memoryOf(process.pid, 'VmHWM') } satisfies ZipRun))

async function ours(): Promise<number> {
  const storage = new DiskStorage(folder)
  const entries: ArchiveEntry[] = []
  for (const name of texts) entries.push({ path: `texts/${name}`, size: 0, storageKey: null })
  for (const name of media) {
    entries.push({ path: `recordings/${name}`, size: 0, storageKey: `media/${name}` })
  }
  for (const entry of entries) entry.size = (await stat(join(folder, entry.storageKey ?? entry.path))).size
  const zip = zipOf({
    storage,
    folder,
    entries,
    base: 'bag',
    tagFiles: ({ payload }) => [{ path: 'manifest-sha256.txt', content: manifestLines(payload) }],
    written: { payload: [], tags: [] },
    date: new Date(),
    signal: new AbortController().signal,
    onBytes: () => undefined,
  })
  return storage.put(`zips/${randomUUID()}`, zip)
}

/** The archiver as its own documentation shows it; with the flush, a power cut after completion loses nothing. */
async function archiver(isFlushed: boolean): Promise<number> {
  const zip = new ZipArchive({ store: true })
  const output = createWriteStream(join(folder, 'zips', `${randomUUID()}.zip`), { flush: isFlushed })
  const closed = once(output, 'close')
  const written = pipeline(zip, output)
  for (const name of texts) {
    zip.append(createReadStream(join(folder, 'texts', name)), { name: `texts/${name}` })
  }
  for (const name of media) {
    zip.append(createReadStream(join(folder, 'media', name)), { name: `recordings/${name}` })
  }
  await zip.finalize()
  await written
  await closed
  return output.bytesWritten
}
