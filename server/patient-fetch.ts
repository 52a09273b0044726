import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { boundedBody } from './bounded-answer.ts'

/** Several times the size of the largest picture that a model draws. */
const ANSWER_BYTES_MAX = 64_000_000

/**
 * `fetch` for engines and models that waits as long as the caller's signal allows: Node's own gives up on every answer that has not
 * begun after five minutes, when a model on an ordinary processor may be half-way. Redirects are not followed, so that a key is
 * sent only to the address that the operator configured. An endless answer is broken off.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  // The caller's own signal is used: that of a `Request` no longer fires once the request has been garbage-collected while the
  // answer is awaited.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const { url, method, headers, body } = await sendable(new Request(input, init))
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const send = url.startsWith('https:') ? overHttps : overHttp
  send(url, { method, headers, agent: false, ...(signal && { signal }) }, (answer) => {
    try {
      resolve(responseOf(answer))
    } catch (cause) {
      // Thrown here, it would end the process: a status that is none, for instance.
      answer.destroy()
      reject(new TypeError('fetch failed', { cause }))
    }
  })
    .on('error', (cause) =>
      reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause })),
    )
    .end(body)
  return promise
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = answer
  // Asked here, because a `Response` that a library has put in place of Node's takes any status.
  if (status < 200 || status > 599) throw new RangeError(`there is no status ${status}`)
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const isEmpty = [204, 205, 304].includes(status)
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : boundedBody(answer, ANSWER_BYTES_MAX), { status, headers })
}

/** Buffers the body so that its length is known, because some servers accept no chunked bodies. */
async function sendable(asked: Request) {
  const { url, method } = asked
  const body = Buffer.from(await asked.arrayBuffer())
  const length = asked.body === null ? {} : { 'content-length': String(body.length) }
  return { url, method, body, headers: { ...Object.fromEntries(asked.headers), ...length } }
}
