import { sha256Of } from '../../sha256.ts'
import { whenWaited } from '../../when-waited.ts'
import { StorageError } from '../storage.ts'
import type { Bucket } from './bucket.ts'
import type { Piece, Stretch } from './growth.ts'

/** How many pieces are fetched ahead of the reader: fetched one after the other, each would wait for the network. */
const PIECES_AHEAD = 3
/** How often a read is resumed in a row without receiving a single byte more. */
const TRIES = 3
/**
 * How long to wait for the end of an answer after its last bytes. A store that sends more than was asked for is not waited for any
 * longer.
 */
const END_MS = 1_000

/** Thrown when the stretches are out of date, and the object has to be looked at again. */
export class Moved extends Error {}

/** Thrown for an answer that began well and then broke off. */
class BrokenOff extends StorageError {
  constructor(how: string, options?: ErrorOptions) {
    super('UNAVAILABLE', `GetObject: ${how}`, options)
  }
}

export type Places = {
  bucket: Bucket
  whole: { key: string; etag: string } | null
  keyOf: (piece: Piece) => string
}

/**
 * Reads the bytes of stretches in their order.
 * @throws Moved where a piece or the whole object has gone or changed since the stretches were laid out
 */
export async function* readStretches(places: Places, stretches: Stretch[]): AsyncGenerator<Buffer> {
  const ahead: (Promise<Buffer> | null)[] = []
  for (const [index, stretch] of stretches.entries()) {
    for (const next of stretches.slice(ahead.length, index + PIECES_AHEAD)) {
      const fetching = next.piece ? readPiece(places, next, next.piece) : null
      fetching?.catch(() => undefined)
      ahead.push(fetching)
    }
    const fetched = ahead[index]
    ahead[index] = null
    if (fetched) yield await fetched
    else yield* readOfWhole(places, stretch)
  }
}

/**
 * Reads from a piece. A piece that is read whole is compared with the digest in its name, and fetched again where the two differ.
 */
async function readPiece(places: Places, stretch: Stretch, piece: Piece): Promise<Buffer> {
  const { from, size } = stretch
  const isWhole = size === piece.size
  for (let tries = 1; ; tries += 1) {
    const bytes: Buffer[] = []
    const wanted = { key: places.keyOf(piece), start: from, end: from + size, etag: null }
    for await (const some of readRange(places.bucket, wanted)) bytes.push(some)
    const read = Buffer.concat(bytes)
    if (!isWhole || sha256Of(read) === piece.digest) return read
    if (tries === TRIES)
      throw new StorageError('WRONG_BYTES', `GetObject: ${wanted.key} is not what was stored`)
  }
}

function readOfWhole({ bucket, whole }: Places, { from, size }: Stretch): AsyncGenerator<Buffer> {
  if (!whole) throw new Moved('no whole object')
  return readRange(bucket, { key: whole.key, start: from, end: from + size, etag: whole.etag })
}

type Wanted = { key: string; start: number; end: number; etag: string | null }

/** Reads exactly the bytes of a range of one version; when the connection breaks, the read is resumed where it broke. */
async function* readRange(bucket: Bucket, { key, start, end, etag }: Wanted): AsyncGenerator<Buffer> {
  let position = start
  let triesLeft = TRIES
  while (position < end) {
    try {
      for await (const bytes of fetchRange(bucket, { key, start: position, end, etag })) {
        position += bytes.length
        triesLeft = TRIES
        yield bytes
      }
    } catch (error) {
      if (error instanceof StorageError && error.code === 'NOT_FOUND') throw new Moved('gone')
      if (error instanceof StorageError && error.code === 'OUT_OF_RANGE') throw new Moved('shorter')
      if (!(error instanceof BrokenOff)) throw error
      triesLeft -= 1
      if (triesLeft === 0) throw error
    }
  }
}

async function* fetchRange(bucket: Bucket, { key, start, end, etag }: Wanted): AsyncGenerator<Buffer> {
  const found = await bucket.get(key, start, end)
  try {
    if (etag !== null && found.etag !== etag) throw new Moved('another version')
    yield* counted(found.body, end - start, bucket.patience.answerMs)
  } finally {
    found.body.destroy()
  }
}

/**
 * Yields exactly `count` bytes. Each wait for the store is limited to `patienceMs`; the time that the reader takes does not count.
 */
async function* counted(
  body: AsyncIterable<Buffer>,
  count: number,
  patienceMs: number,
): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]()
  let left = count
  while (left > 0) {
    const next = await withinTime(pieces.next(), patienceMs)
    if (next.done) throw new BrokenOff('the answer was cut short')
    const bytes = next.value.subarray(0, left)
    left -= bytes.length
    if (bytes.length > 0) yield bytes
  }
  // An answer that is read to its end leaves its connection to the next call, which would otherwise open one of its own.
  await withinTime(pieces.next(), END_MS).catch(() => undefined)
}

async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const stopWaiting = whenWaited(ms, () => late.reject(new BrokenOff('the answer stopped')))
  try {
    return await Promise.race([promise, late.promise])
  } catch (error) {
    throw error instanceof BrokenOff ? error : new BrokenOff('the connection broke', { cause: error })
  } finally {
    stopWaiting()
  }
}
