import { type ByteSource, StorageError } from '../storage.ts'
import type { Bucket, Part } from './bucket.ts'
import { gather } from './gather.ts'

const MIB = 1024 * 1024
const FIRST_PART_BYTES = 8 * MIB
/**
 * The size of parts doubles after this many. A store takes 10,000 parts: with these steps they hold 300 GB, while a short object
 * costs little memory.
 */
const PARTS_BEFORE_GROWING = 2_500
const PARTS_MAX = 10_000
/** How many bytes are under way at once; one part is always sent, however large. */
const UNDER_WAY_BYTES = 32 * MIB

export type WholeWork = {
  bucket: Bucket
  key: string
  notes: Record<string, string>
  /** Called before the new object takes the old one's place; when it throws, the old object stays. */
  beforeEnd?: () => Promise<void>
}

/** Stores an object in one call or in parts; readers see all of it or nothing of it. Resolves to its size. */
export async function storeWhole(work: WholeWork, source: ByteSource): Promise<number> {
  const pieces = gather(source, partBytes)
  const first = await pieces.next()
  const second = first.done ? first : await pieces.next()
  if (second.done) {
    const body = first.done ? Buffer.alloc(0) : first.value
    await work.beforeEnd?.()
    await work.bucket.put(work.key, body, work.notes)
    return body.length
  }
  return storeParts(work, [first.value, second.value], pieces)
}

async function storeParts(
  { bucket, key, notes, beforeEnd }: WholeWork,
  read: Buffer[],
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const uploadId = await bucket.beginParts(key, notes)
  const underWay = new Set<Promise<Part>>()
  const parts: Promise<Part>[] = []
  let size = 0
  const send = async (body: Buffer): Promise<void> => {
    if (parts.length === PARTS_MAX) throw new StorageError('FULL', 'longer than a store of objects takes')
    const part = bucket.putPart(key, uploadId, parts.length + 1, body)
    part.then(
      () => underWay.delete(part),
      () => undefined,
    )
    size += body.length
    parts.push(part)
    underWay.add(part)
    if (underWay.size >= Math.max(1, Math.floor(UNDER_WAY_BYTES / body.length))) await Promise.race(underWay)
  }

  try {
    for (const body of read) await send(body)
    for await (const body of pieces) await send(body)
    const stored = await Promise.all(parts)
    await beforeEnd?.()
    await bucket.endParts(key, uploadId, stored).catch(async (error: unknown) => {
      // When the answer was lost, the library's retry finds no such upload, although its parts have become the object.
      if (!(await isThere({ bucket, key, notes }, size).catch(() => false))) throw error
    })
  } catch (error) {
    await Promise.allSettled(parts)
    await bucket.dropParts(key, uploadId).catch(() => undefined)
    throw error
  }
  return size
}

/** Whether our object is there, recognised by our metadata, which no other object under this key has. */
async function isThere(
  { bucket, key, notes }: Pick<WholeWork, 'bucket' | 'key' | 'notes'>,
  size: number,
): Promise<boolean> {
  const found = await bucket.head(key)
  return found?.size === size && Object.entries(notes).every(([name, value]) => found.notes[name] === value)
}

function partBytes(index: number): number {
  return FIRST_PART_BYTES * 2 ** Math.floor(index / PARTS_BEFORE_GROWING)
}
