import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ZipArchive } from 'archiver'

export type ZipEntry = {
  source: Readable | string
  about: { name: string; date?: Date; store?: boolean }
}

/**
 * Fills a zip with one file after the other, each asked for when its turn comes. The archiver begins to read of all that it has been
 * given at once, and a thousand pictures would be a thousand open files; it hears of no source that breaks, and lets go of none
 * when nobody wants the zip any more.
 * @throws what an entry does, and so does then whoever reads the zip; AbortError where that one has left
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
