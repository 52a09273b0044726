import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { createSubscriptions, liveChanges } from './live.ts'

const api = implement(contract.live).$context<RequestContext>().use(requirePerson)

export function liveRoutes({ notifications, log }: Services) {
  const subscribe = createSubscriptions(notifications, log)
  return {
    changes: api.changes.handler(({ context, signal }) =>
      liveChanges((listener) => subscribe(context.claims.sub, listener), signal),
    ),
  }
}
