import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import type { Claims } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { createSubscriptions, liveChanges } from './live.ts'

const api = implement(contract.live).$context<RequestContext>().use(requirePerson)

export function liveRoutes({ notifications, log, stopping }: Services) {
  const subscribe = createSubscriptions(notifications, log)
  return {
    changes: api.changes.handler(({ context, signal }) => {
      const ends = [stopping, untilExpiry(context.claims), ...(signal ? [signal] : [])]
      return liveChanges((listener) => subscribe(context.claims.sub, listener), AbortSignal.any(ends))
    }),
  }
}

/** A stream ends with the token it was opened with; whoever is still signed in comes back with the next one. */
function untilExpiry(claims: Claims): AbortSignal {
  const expiresAt = typeof claims.exp === 'number' ? claims.exp * 1000 : Date.now()
  return AbortSignal.timeout(Math.max(0, expiresAt - Date.now()))
}
