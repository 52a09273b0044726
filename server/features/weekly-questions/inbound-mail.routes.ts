import { Hono } from 'hono'
import { limits } from '#contract/limits.ts'
import { codeError } from '../../errors.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf } from '../../http/link-credential.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { readBody } from '../../http/request-body.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { Services } from '../../services.ts'
import { keepMailedAnswer } from './mailed-answer.ts'

/** Counts only requests with a wrong secret: behind a proxy that is not trusted, whoever guesses has the address of who brings mails. */
const wrongSecrets = { points: 20, seconds: 900 }

/**
 * Receives mails (RFC 5322) by POST from the program that receives mail for the operator. The route exists only where
 * that is configured, and asks for the secret, as bearer token or as password of Basic authentication. A mail that
 * answers no question gets status 200 as well, because delivering it again would change nothing.
 */
export function inboundMailRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const { inboundMail } = services.env
  if (!inboundMail) return app
  const wrong = createRateLimit(services, 'inbound-mail-secret', wrongSecrets)

  app.post('/mail/inbound', async (c) => {
    if (!isSameSecret(secretIn(c.req.header('authorization') ?? ''), inboundMail.secret)) {
      const mayTry = await wrong.take(callerOf(c, services))
      throw codeError(mayTry ? 'UNAUTHORIZED' : 'TOO_MANY_REQUESTS')
    }
    const bytes = await readBody(c, limits.inboundMailBytes)
    const result = await keepMailedAnswer(services, inboundMail.address, bytes)
    services.log.info({ result }, 'a mail came')
    return c.json({ result })
  })

  return app
}

function secretIn(header: string): string {
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic)\s+(\S+)$/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  const plain = Buffer.from(credentials, 'base64').toString()
  return plain.slice(plain.indexOf(':') + 1)
}
