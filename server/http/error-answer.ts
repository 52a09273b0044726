import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'

/** An error response for routes outside the contract's procedures, in the same shape. The web app words its own text per code. */
export function errorAnswer(c: Context, code: ErrorCode, data?: unknown): Response {
  const body: ErrorBody = data === undefined ? { code, message: code } : { code, message: code, data }
  const status: ContentfulStatusCode = errorStatus[code]
  return c.json(body, status)
}
