/**
 * To a refresh that has waited too long for another one the service answers 409, as GoTrue does. Its client takes that, like every
 * refusal below 500, for the end of a session whose token has run out, and forgets the session; after 503 it asks again. So it does
 * with a refusal by something in between, such as a proxy that knows of no server just now: all the service says is JSON.
 */
export function askAgain(answer: Response): Response {
  const { status, headers, body } = answer
  const isInBetween = status >= 400 && !headers.get('content-type')?.includes('json')
  return status === 409 || isInBetween ? new Response(body, { status: 503, headers }) : answer
}
