import { Readable } from 'node:stream'

/** Several times the size of any legitimate answer: a provider's keys, a user's details, a page of a listing. */
const ANSWER_BYTES_MAX = 8_000_000

/**
 * The chunks of another server's answer, limited in size. Whole answers are read into memory, so an endless one must be broken off.
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

/** Does the same for a library that reads the answer by itself; call it before the library starts to read. */
export function breakOffEndless(answer: Readable): void {
  let size = 0
  answer.on('data', (piece: Uint8Array | string) => {
    size += piece.length
    if (size > ANSWER_BYTES_MAX) answer.destroy(endless())
  })
}

/** Such a limited answer as the body of a `Response`. */
export function boundedBody(
  pieces: AsyncIterable<Uint8Array>,
  bytesMax?: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const read = Readable.from(bounded(pieces, bytesMax), { objectMode: false })
  return Readable.toWeb(read) as ReadableStream<Uint8Array<ArrayBuffer>>
}

type Asked = Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | undefined }

/** `fetch` for requests to other services whose answers are read whole. */
export async function boundedFetch(address: string, { body, ...asked }: Asked = {}): Promise<Response> {
  const answer = await fetch(address, { ...asked, body: body ?? null })
  return answer.body === null ? answer : new Response(boundedBody(answer.body), answer)
}
