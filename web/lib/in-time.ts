import { limits } from '#contract/limits.ts'
import { learnTime } from './clock.ts'
import { isOurs } from './own-answer.ts'

export type Watch = {
  /** Aborts when the caller gives up, and after the silence. */
  signal: AbortSignal
  /** To be called when data arrives: restarts the timeout. */
  heard: () => void
  /** Stops the timeout. */
  rest: () => void
}

/**
 * Aborts after `ms` milliseconds without a sign of life. A connection that breaks reports an error, but for one that has gone silent (on
 * a train, or after the device slept) browsers wait minutes, and on a stream for ever. The abort reason is a DOMException named
 * TimeoutError.
 *
 * @param givenUp the caller's own abort signal
 */
export function watchSilence(ms: number, givenUp: AbortSignal | null | undefined): Watch {
  const call = new AbortController()
  const giveUp = () => call.abort(givenUp?.reason)
  if (givenUp?.aborted) giveUp()
  givenUp?.addEventListener('abort', giveUp, { signal: call.signal })

  const silence = new DOMException('silent', 'TimeoutError')
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => clearTimeout(timer)
  const heard = () => {
    rest()
    timer = setTimeout(() => call.abort(silence), ms)
  }
  heard()
  return { signal: call.signal, heard, rest }
}

/**
 * Makes a call that must be answered within `seconds`. The timeout covers the beginning of the answer only: its body may take as long
 * as it likes, since it may be a stream.
 *
 * @throws DOMException named TimeoutError
 */
export async function inTime(
  givenUp: AbortSignal | null | undefined,
  ask: (signal: AbortSignal) => Promise<Response>,
  seconds: number = limits.answerSeconds,
): Promise<Response> {
  const { signal, rest } = watchSilence(seconds * 1000, givenUp)
  try {
    const answer = await ask(signal)
    learnTime(answer)
    return answer
  } finally {
    rest()
  }
}

/**
 * How oRPC makes its requests: with a timeout, and accepting only answers of our own server. The body is not watched for silence: when a
 * page pipes a body on, Chromium does not always report its end (2 of 40 times, version 150).
 */
export const linkInTime =
  (ask: (request: Request, init: RequestInit) => Promise<Response>) =>
  (request: Request, init: RequestInit) =>
    inTime(request.signal, async (signal) => {
      const answer = await ask(request, { ...init, signal })
      if (isOurs(answer)) return answer
      answer.body?.cancel().catch(() => undefined)
      throw new TypeError('not ours')
    })
