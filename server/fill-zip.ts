import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ZipArchive } from 'archiver'

export type ZipEntry = {
  source: Readable | string
  about: { name: string; date?: Date; store?: boolean }
}

/**
 * Fills a zip with one file after the other, requesting each source only when its turn comes. The archiver starts to read all
 * sources it has been given at once, so a thousand pictures would be a thousand open files. It also does not notice a source that
 * fails, and closes none of them when the zip is no longer wanted.
 * @throws the error of a failed entry, which then also reaches the reader of the zip; AbortError if that reader has gone
 */
export async function fillZip(
  zip: ZipArchive,
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): Promise<void> {
  const left = new AbortController()
  zip.once('close', () => left.abort())
  try {
    for await (const { source, about } of entries) {
      const written = once(zip, 'entry', { signal: left.signal })
      if (typeof source === 'string') {
        zip.append(source, about)
        await written
      } else {
        const handedOn = new PassThrough()
        zip.append(handedOn, about)
        await Promise.all([written, pipeline(source, handedOn, { signal: left.signal })])
      }
    }
    await zip.finalize()
  } catch (error) {
    if (!left.signal.aborted) zip.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}
