import { type Context, Hono } from 'hono'
import { livePaths } from '#contract/live.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import { endlessAnswer } from '../../http/endless-answer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import type { Services } from '../../services.ts'
import { createLiveStreams, type Form } from './live.ts'

/**
 * Serves the contract's `live.changes` on both of its mounts, but without oRPC's streams, because thousands of these
 * responses are open at a time (docs/decisions/051).
 */
export function liveRoutes(services: Services): Hono<HttpEnv> {
  const streams = createLiveStreams(services)
  const answerAs = (form: Form) => async (c: Context<HttpEnv>) => {
    const claims = await readClaims(c, { verifyAccessToken: services.verifyAccessTokenAnew })
    if (claims === null) throw codeError('UNAUTHORIZED')

    // A stream ends when its token expires. A client that is still signed in reconnects with its next token.
    const endsAt = typeof claims.exp === 'number' ? claims.exp * 1000 : Date.now()
    const sessionId = typeof claims.session_id === 'string' ? claims.session_id : null
    return endlessAnswer(c, 'text/event-stream', (line) =>
      streams.open(line, claims.sub, { form, endsAt, sessionId }),
    )
  }

  const app = new Hono<HttpEnv>()
  app.get(livePaths.rest, answerAs('rest'))
  app.on(['GET', 'POST'], livePaths.rpc, answerAs('rpc'))
  return app
}
