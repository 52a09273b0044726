import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AuthLog } from '../auth-log.ts'
import { AuthError, OAuthError } from '../errors.ts'

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'

/**
 * The response for an error, in the form that the client's API version expects (contract 1.1). Errors of status 500 and above are
 * logged in full under an `error_id`, which the client gets too; of an unexpected error it learns nothing else.
 */
export function errorResponse(c: Context, error: unknown, log: AuthLog): Response {
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, 400)
  }
  if (error instanceof AuthError && error.status < 500) return codedResponse(c, error, {})

  const errorId = randomUUID()
  log.error({ err: error, errorId, path: c.req.path, method: c.req.method }, 'auth: request failed')
  return codedResponse(c, error instanceof AuthError ? error : unexpected(), { error_id: errorId })
}

function codedResponse(c: Context, error: AuthError, trace: Record<string, string>): Response {
  const status = error.status as ContentfulStatusCode
  c.header('x-sb-error-code', error.code)

  if (!understandsCodes(c)) {
    const older = { code: status, error_code: error.code, msg: error.message }
    return c.json({ ...older, ...trace, ...error.fields }, status)
  }

  c.header(versionHeader, codedVersion)
  // Stock clients look for `error_code` when a proxy has dropped the version header.
  const coded = { code: error.code, error_code: error.code, message: error.message }
  return c.json({ ...coded, ...trace, ...error.fields }, status)
}

/** Whether the client reads the newer error body. The header's ISO dates can be compared as text. */
function understandsCodes(c: Context): boolean {
  const version = c.req.header(versionHeader) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedVersion
}

function unexpected(): AuthError {
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}
