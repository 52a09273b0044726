/**
 * A session as this device's clock has it. The client compares its end, `expires_at` by the service's clock, with the
 * device's: on one that is an hour fast it would fetch a new session every half minute, and at each visit. Without that
 * field it reckons the end from `expires_in` by itself (auth-js, `_sessionResponse`). Other answers stay as they are.
 */
export async function byOwnClock(answer: Response): Promise<Response> {
  if (!answer.ok) return answer

  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!isSession(body)) return answer

  const { expires_at: _byTheService, ...session } = body
  return Response.json(session, { status: answer.status, headers: answer.headers })
}

function isSession(body: unknown): body is { expires_in: number; expires_at?: unknown } {
  return typeof body === 'object' && body !== null && 'expires_in' in body && 'expires_at' in body
}
