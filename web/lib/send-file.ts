import { limits } from '#contract/limits.ts'
import { assertReadable } from './chosen-file.ts'
import { type Watch, watchSilence } from './in-time.ts'
import { accessToken, renewedToken } from './request.ts'

export type FileCall = {
  method: 'POST' | 'PUT'
  file: Blob
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** How long the server may take to answer once it has received everything. */
  answerSeconds?: number
}

/**
 * Uploads a file as the signed-in person. `fetch` does not report how much of a body was sent, so a silent connection looks like
 * a slow one. XMLHttpRequest does, so an upload that makes no progress for `limits.answerSeconds` is given up.
 *
 * @throws as `fetch` does: a TypeError without a connection, a DOMException named TimeoutError or AbortError; also FileAway
 */
export async function sendFile(path: string, call: FileCall): Promise<Response> {
  const token = await accessToken()
  const answer = await sendOnce(path, call, token)
  if (answer.status !== 401 || token === null) return answer
  const renewed = await renewedToken(token)
  return renewed === null ? answer : sendOnce(path, call, renewed)
}

function sendOnce(path: string, call: FileCall, token: string | null): Promise<Response> {
  const { method, file, onProgress, signal, answerSeconds = limits.answerSeconds } = call
  return new Promise((resolve, reject) => {
    // The signal may have aborted before it is watched (while the sign-in was renewed, say), and would not fire again.
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const watchFor = (seconds: number): Watch => {
      const watch = watchSilence(seconds * 1000, signal)
      watch.signal.addEventListener('abort', () => {
        request.abort()
        reject(watch.signal.reason)
      })
      return watch
    }
    let watch = watchFor(limits.answerSeconds)
    request.upload.onprogress = ({ loaded, total }) => {
      watch.heard()
      onProgress?.(loaded / total)
    }
    request.upload.onload = () => {
      watch.rest()
      watch = watchFor(answerSeconds)
      onProgress?.(1)
    }
    request.onload = () => resolve(answerOf(request))
    request.onerror = () =>
      assertReadable(file).then(() => reject(new TypeError('the file could not be sent')), reject)
    request.onloadend = () => watch.rest()

    request.open(method, path)
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(file)
  })
}

/** Statuses that allow no body, such as 204, may not be given even an empty text. */
function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(responseText === '' ? null : responseText, { status })
}
