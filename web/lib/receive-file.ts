import { limits } from '#contract/limits.ts'
import { watchSilence } from './in-time.ts'
import { refusedBy } from './refusal.ts'
import { fetchAsUser } from './request.ts'

/**
 * Fetches a file as the signed-in person, however large: what has come lies where the browser keeps its blobs. A line that
 * has gone silent for `limits.answerSeconds` is given up.
 *
 * @param path from the root of this server
 * @param answerSeconds so long the server may take to begin
 * @throws what `fetch` throws, and a Refusal for what is no file
 */
export async function receiveFile(
  path: string,
  answerSeconds: number = limits.answerSeconds,
): Promise<{ file: Blob; headers: Headers }> {
  const begin = watchSilence(answerSeconds * 1000, null)
  const response = await fetchAsUser(path, { signal: begin.signal }).finally(begin.rest)
  // No file of ours is a page: that comes of something in between.
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (!response.ok || isPage) throw await refusedBy(response)
  return { file: await wholeOf(response), headers: response.headers }
}

async function wholeOf(response: Response): Promise<Blob> {
  const watch = watchSilence(limits.answerSeconds * 1000, null)
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, out) => {
      watch.heard()
      out.enqueue(piece)
    },
  })
  const body = response.body?.pipeThrough(heard, { signal: watch.signal }) ?? null
  try {
    return await new Response(body, { headers: response.headers }).blob()
  } finally {
    watch.rest()
  }
}
