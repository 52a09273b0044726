/**
 * Makes a session independent of a wrong clock on this device. The client compares the session's expiry, `expires_at` by the service's
 * clock, with the device's: on a device that is an hour fast it would refresh the session every half minute and at each visit. So that
 * field is removed, and the client calculates the expiry itself from `expires_in` (auth-js, `_sessionResponse`). Other answers are passed
 * on unchanged.
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
