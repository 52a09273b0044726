import type { Context } from 'hono'
import { redeem, tokenTypesOf } from '../accounts/redeem.ts'
import type { TokenResponse } from '../accounts/sessions.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, otpExpired, validationFailed } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'
import { halfConfirmed } from './verify-post.ts'

/** Which error OAuth's redirects name for a status. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  403: 'access_denied',
  500: 'server_error',
}

/**
 * GET /verify: the link of other GoTrue clients' mails; ours go to a page of the site. Redeems and redirects with
 * everything in the fragment, which no server logs. A HEAD, by which scanners look at links, redeems nothing.
 */
export const verifyGet: Endpoint = async (c, auth) => {
  const target = redirectTarget(c, auth)
  if (c.req.method === 'HEAD') return c.redirect(target, 303)

  try {
    const client = clientOf(c, auth)
    await auth.limits.consume('verify', client)
    const { type, types, linkToken } = linkOf(c)

    const redeemed = await redeem(auth, types, { linkToken }, client)
    const fields = redeemed === 'half' ? { message: halfConfirmed } : tokenFields(redeemed, type)
    return c.redirect(withFragment(target, fields), 303)
  } catch (error) {
    return c.redirect(withFragment(target, errorFields(error, auth)), 303)
  }
}

function linkOf(c: Context) {
  const type = c.req.query('type') ?? ''
  const linkToken = c.req.query('token') ?? ''
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (linkToken === '') throw otpExpired('link')

  const types = tokenTypesOf(type)
  if (types === undefined) throw validationFailed('Unsupported verification type')
  return { type, types, linkToken }
}

function tokenFields({ body }: TokenResponse, type: string): Record<string, string> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = body
  const fields = { access_token, expires_at, expires_in, refresh_token, token_type, type, sb: '' }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

function errorFields(error: unknown, auth: Auth): Record<string, string> {
  if (error instanceof AuthError) {
    return {
      error: oauthErrors[error.status] ?? 'access_denied',
      error_code: error.code,
      error_description: error.message,
    }
  }

  auth.log.error({ err: error }, 'auth: a link could not be redeemed')
  return { error: 'server_error', error_code: 'unexpected_failure', error_description: 'Unexpected failure' }
}

function withFragment(target: string, fields: Record<string, string>): string {
  return `${target.replace(/#.*$/s, '')}#${new URLSearchParams(fields)}`
}
