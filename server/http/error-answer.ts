import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A refusal outside the procedures, in the same shape: the code is for programs, the words are the web's. */
export function errorAnswer(c: Context, code: ErrorCode, data?: unknown): Response {
  const body: ErrorBody = data === undefined ? { code, message: code } : { code, message: code, data }
  const status: ContentfulStatusCode = errorStatus[code]
  return c.json(body, status)
}
