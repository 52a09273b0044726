import { limits } from '#contract/limits.ts'

/**
 * Gives a call up that has had no answer for as long as the contract allows: a connection that has gone silent, as on a train, would keep
 * somebody waiting for minutes. What answers in time may take as long as it likes to say the rest: it may be a stream.
 *
 * @param givenUp by whoever asks
 * @throws DOMException named TimeoutError
 */
export async function inTime(
  givenUp: AbortSignal | null | undefined,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const call = new AbortController()
  const giveUp = () => call.abort(givenUp?.reason)
  if (givenUp?.aborted) giveUp()
  givenUp?.addEventListener('abort', giveUp)

  const silence = new DOMException('There was no answer in time.', 'TimeoutError')
  const timer = setTimeout(() => call.abort(silence), limits.answerSeconds * 1000)
  try {
    return await ask(call.signal)
  } finally {
    clearTimeout(timer)
  }
}
