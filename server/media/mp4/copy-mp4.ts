import { closeSync, openSync, writeSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { Room } from './columns.ts'
import { Declined, insist } from './declined.ts'
import { insistInside, type Layout, layOut, moveBy, type Stretches } from './layout.ts'
import { plan } from './plan.ts'
import { SourceFile } from './source-file.ts'
import { survey } from './survey.ts'
import { lengthOf, type Parts, u32, u64 } from './write-boxes.ts'
import { fileType, writeMovie } from './write-movie.ts'

/** Limit for the tables in memory, in bytes; four hours of picture and sound take some 10 MB. */
const TABLES_MAX = 128 * 1024 * 1024
const BLOCK = 1024 * 1024
const BLOCKS_IN_A_BREATH = 64

export type Outcome =
  | {
      is: 'copied' /** The bytes behind the last whole sample of a file that was cut off. */
      leftOffBytes: number
    }
  | { is: 'declined'; reason: string }

/**
 * Copies an MP4 (ISO/IEC 14496-12), either fragmented as a browser records it or with its movie box at the end, into a file with
 * the movie box in front and no fragments. Samples, their times and the order in which they lie stay as they are. Headers and
 * tables are held in memory, but no samples. Nothing is written before the whole file was understood.
 */
export async function copyMp4(input: string, output: string): Promise<Outcome> {
  const source = new SourceFile(input)
  try {
    const { head, layout, leftOffBytes } = prepare(source)
    await write(output, head, source, layout.stretches)
    return { is: 'copied', leftOffBytes }
  } catch (error) {
    if (error instanceof Declined) return { is: 'declined', reason: error.message }
    throw error
  } finally {
    source.close()
  }
}

function prepare(source: SourceFile): { head: Parts; layout: Layout; leftOffBytes: number } {
  const room = new Room(TABLES_MAX)
  const found = survey(source, room)
  const movie = plan(found, room)
  const layout = layOut(
    movie.tracks.map(({ chunks }) => chunks),
    room,
  )
  insistInside(layout.stretches, found.media)
  const lastByte = layout.stretches.to.at(layout.stretches.to.length - 1)
  insist(lastByte <= source.size, 'samples outside the file')

  const head = [...fileType(), ...writeMovie(movie, layout.places), mediaHeader(layout.mediaBytes)]
  for (const places of layout.places) moveBy(places, lengthOf(head))
  return { head, layout, leftOffBytes: found.isTorn ? source.size - lastByte : 0 }
}

function mediaHeader(bytes: number): Buffer {
  const type = Buffer.from('mdat', 'latin1')
  if (bytes + 8 <= 0xffff_ffff) return Buffer.concat([u32(bytes + 8), type])
  return Buffer.concat([u32(1), type, u64(bytes + 16)])
}

async function write(path: string, head: Parts, source: SourceFile, stretches: Stretches): Promise<void> {
  const output = openSync(path, 'w')
  try {
    for (const part of head) writeWhole(output, part)
    let blocks = 0
    for (const bytes of media(source, stretches)) {
      writeWhole(output, bytes)
      blocks += 1
      // Lets this process notice when its parent process ends.
      if (blocks % BLOCKS_IN_A_BREATH === 0) await breathe()
    }
  } finally {
    closeSync(output)
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

/**
 * Yields the bytes of all stretches, in a buffer that is overwritten for the next block. Stretches that lie near one another are
 * read at once, with the headers between them.
 */
function* media(source: SourceFile, { from, to }: Stretches): Generator<Buffer> {
  const block = Buffer.allocUnsafe(BLOCK)
  for (let index = 0; index < from.length; ) {
    const start = from.at(index)
    if (to.at(index) - start > BLOCK) {
      for (let at = start; at < to.at(index); at += BLOCK) {
        const part = block.subarray(0, Math.min(BLOCK, to.at(index) - at))
        source.readInto(part, at)
        yield part
      }
      index += 1
      continue
    }

    let last = index
    while (last + 1 < from.length && to.at(last + 1) - start <= BLOCK) last += 1
    source.readInto(block.subarray(0, to.at(last) - start), start)
    let filled = 0
    for (; index <= last; index += 1) {
      block.copyWithin(filled, from.at(index) - start, to.at(index) - start)
      filled += to.at(index) - from.at(index)
    }
    yield block.subarray(0, filled)
  }
}
