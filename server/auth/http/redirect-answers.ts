import type { TokenResponse } from '../accounts/sessions.ts'
import type { AuthLog } from '../auth-log.ts'
import { AuthError, OAuthError } from '../errors.ts'

/** The OAuth error that a redirect names, by the status of the error. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  403: 'access_denied',
  500: 'server_error',
}

/** The fields by which a redirect reports an error. An unexpected error is logged in full, and its details are not sent. */
export function errorFields(error: unknown, log: AuthLog): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.message }
  if (error instanceof AuthError && error.status < 500) {
    if (error.cause !== undefined) log.warn({ err: error.cause, code: error.code }, 'auth: a provider failed')
    return {
      error: oauthErrors[error.status] ?? 'access_denied',
      error_code: error.code,
      error_description: error.message,
    }
  }

  log.error({ err: error }, 'auth: a redirect could not be completed')
  return { error: 'server_error', error_code: 'unexpected_failure', error_description: 'Unexpected failure' }
}

/** The fields of a session in a redirect address, as clients of the implicit flow expect them. */
export function sessionFields({ body }: TokenResponse): Record<string, string> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = body
  const fields = { access_token, expires_at, expires_in, refresh_token, token_type, sb: '' }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

export function withFragment(target: string, fields: Record<string, string>): string {
  return `${target.replace(/#.*$/s, '')}#${new URLSearchParams(fields)}`
}

export function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
