/**
 * Turns some refusals into 503, so that the stock client retries instead of forgetting the session. Like GoTrue, the service answers 409
 * to a refresh that has waited too long for another one. The client takes every status below 500 for the end of a session whose token has
 * expired, and discards the session; after a 503 it retries. The same holds for a 4xx from an intermediary, such as a proxy without a
 * healthy server: it is recognised by not being JSON, which all the service's own answers are.
 */
export function askAgain(answer: Response): Response {
  const { status, headers, body } = answer
  const isInBetween = status >= 400 && !headers.get('content-type')?.includes('json')
  return status === 409 || isInBetween ? new Response(body, { status: 503, headers }) : answer
}
