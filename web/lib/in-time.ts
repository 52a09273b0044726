import { limits } from '#contract/limits.ts'
import { learnTime } from './clock.ts'
import { isOurs } from './own-answer.ts'

export type Watch = {
  /** Aborts when whoever asks gives up, and after the silence. */
  signal: AbortSignal
  /** Something was said: the silence begins anew. */
  heard: () => void
  /** Silence does not matter any more. */
  rest: () => void
}

/**
 * Gives up what has been silent for `ms` milliseconds. A connection that breaks says so; one that has gone silent, as on a train
 * or after a sleep of the device, would be waited for by browsers for minutes, and by a stream for ever. Its reason is a
 * DOMException named TimeoutError.
 *
 * @param givenUp by whoever asks
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
 * A call that has to be answered within `seconds`. What is answered in time may take as long as it likes to say the
 * rest: it may be a stream.
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
 * How oRPC is to ask: in time, and the server. That the rest of an answer goes on coming is not watched: of a body that a page
 * pipes on Chromium does not always tell that it has ended (2 of 40 times, version 150).
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
