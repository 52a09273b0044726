/**
 * To a refresh that has waited too long for another one the service answers 409, as GoTrue does. Its client takes that, like every
 * refusal below 500, for the end of a session whose token has run out, and forgets the session; after 503 it asks again.
 */
export function askAgain(answer: Response): Response {
  return answer.status === 409 ? new Response(answer.body, { status: 503, headers: answer.headers }) : answer
}
