import { Readable } from 'node:stream'

/** Several times what anybody says who is asked something: their keys, who somebody is, a page of a listing. */
const ANSWER_BYTES_MAX = 8_000_000

/**
 * The pieces of an answer from elsewhere. Whoever reads one whole does so in memory, however much comes: one that does not end is
 * no answer.
 * @throws TypeError, as `fetch` does where an answer breaks off
 */
export async function* bounded(
  pieces: AsyncIterable<Uint8Array>,
  bytesMax = ANSWER_BYTES_MAX,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > bytesMax) throw endless()
    yield piece
  }
}

const endless = () => new TypeError('the answer does not end')

/** Breaks such an answer off for a library that reads it by itself; to be called as it begins to. */
export function breakOffEndless(answer: Readable): void {
  let size = 0
  answer.on('data', (piece: Uint8Array | string) => {
    size += piece.length
    if (size > ANSWER_BYTES_MAX) answer.destroy(endless())
  })
}

/** The same as the body of a `Response`. */
export function boundedBody(
  pieces: AsyncIterable<Uint8Array>,
  bytesMax?: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const read = Readable.from(bounded(pieces, bytesMax), { objectMode: false })
  return Readable.toWeb(read) as ReadableStream<Uint8Array<ArrayBuffer>>
}

type Asked = Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | undefined }

/** `fetch` for what is asked of other services, whose answers are read whole. */
export async function boundedFetch(address: string, { body, ...asked }: Asked = {}): Promise<Response> {
  const answer = await fetch(address, { ...asked, body: body ?? null })
  return answer.body === null ? answer : new Response(boundedBody(answer.body), answer)
}
