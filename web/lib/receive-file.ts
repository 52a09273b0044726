import { limits } from '#contract/limits.ts'
import { watchSilence } from './in-time.ts'
import { refusedBy } from './refusal.ts'
import { fetchAsUser } from './request.ts'

/**
 * Downloads a file of any size as the signed-in person; the bytes lie where the browser keeps its blobs. A connection that
 * is silent for `limits.answerSeconds` is given up.
 *
 * @param path from the root of this server
 * @param answerSeconds how long the server may take to begin its answer
 * @throws what `fetch` throws, and a Refusal if the answer is not a file
 */
export async function receiveFile(
  path: string,
  answerSeconds: number = limits.answerSeconds,
): Promise<{ file: Blob; headers: Headers }> {
  const begin = watchSilence(answerSeconds * 1000, null)
  const response = await fetchAsUser(path, { signal: begin.signal }).finally(begin.rest)
  // None of our files is an HTML page, so a page comes from something between us and the server.
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
