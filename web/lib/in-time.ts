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
 * How oRPC is to ask: in time, and as long as the answer comes on. A procedure's is made before it is sent: one that goes silent
 * in the middle goes on no more. A stream of events is silent while nothing happens, and whoever hears it watches it.
 */
export const linkInTime =
  (ask: (request: Request, init: RequestInit) => Promise<Response>) =>
  async (request: Request, init: RequestInit) => {
    const { signal, heard, rest } = watchSilence(limits.answerSeconds * 1000, request.signal)
    const answer = await ask(request, { ...init, signal }).catch((error: unknown) => {
      rest()
      throw error
    })
    // The rest of it is of no interest, and is given up with its time.
    if (!isOurs(answer)) throw new TypeError('not ours')
    learnTime(answer)
    const { status, headers, body } = answer
    if (body === null || headers.get('content-type')?.startsWith('text/event-stream')) {
      rest()
      return answer
    }

    heard()
    const watched = new TransformStream({
      transform: (piece, out) => {
        heard()
        out.enqueue(piece)
      },
      flush: rest,
    })
    return new Response(body.pipeThrough(watched), { status, headers })
  }
