import { limits } from '#contract/limits.ts'
import { assertReadable } from './chosen-file.ts'
import { type Watch, watchSilence } from './in-time.ts'
import { accessToken, renewedToken } from './request.ts'

export type FileCall = {
  method: 'POST' | 'PUT'
  file: Blob
  /** How much of it is out, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** So long the server may take over what it has received whole. */
  answerSeconds?: number
}

/**
 * Sends a file as the signed-in person. `fetch` does not tell what of a body is out, so that a line gone silent looks like
 * a slow one; XMLHttpRequest does, and what has not moved for `limits.answerSeconds` is given up.
 *
 * @throws as `fetch` does: a TypeError without a connection, a DOMException named TimeoutError or AbortError; FileAway
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
    // While the sign-in was renewed, say: what was called off before it is watched tells nobody any more.
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

/** A status of nothing inside, 204 say, may not even have an empty text. */
function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(responseText === '' ? null : responseText, { status })
}
