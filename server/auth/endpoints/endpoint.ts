import type { Context } from 'hono'
import type { TokenResponse } from '../accounts/sessions.ts'
import type { Auth } from '../auth-context.ts'

/** Handles one method on one path. Errors for the client are thrown as AuthError. */
export type Endpoint = (c: Context, auth: Auth) => Promise<Response> | Response

export function sendTokens(c: Context, { body, headers }: TokenResponse): Response {
  return c.json(body, 200, headers)
}
