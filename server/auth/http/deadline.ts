import type { MiddlewareHandler } from 'hono'
import { AuthError } from '../errors.ts'

/** Answers 504 when an endpoint takes longer than `ms`; the endpoint itself is not cancelled and runs to its end. */
export function deadline(ms: number): MiddlewareHandler {
  return async (_c, next) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new AuthError(504, 'request_timeout', 'Processing this request timed out')),
        ms,
      )
    })

    try {
      await Promise.race([next(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
