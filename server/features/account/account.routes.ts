import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { isOperator } from '../../http/operator.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { getDashboard, getProfile, getUsage, type OwnProfile, updateProfile } from './account.ts'
import { getWaiting } from './waiting.ts'

const api = implement(contract.account).$context<RequestContext>().use(requirePerson)

export function accountRoutes({ db, secrets, env }: Services) {
  const shown = async (claims: Claims, found: Promise<OwnProfile>) => ({
    ...(await found),
    isOperator: isOperator({ env }, claims),
  })
  return {
    profile: api.profile.handler(({ context }) =>
      shown(
        context.claims,
        asUser(db, context.claims, (tx) => getProfile(tx, secrets, context.claims.sub)),
      ),
    ),

    updateProfile: api.updateProfile.handler(({ context, input }) =>
      shown(
        context.claims,
        asUser(db, context.claims, (tx) => updateProfile(tx, secrets, context.claims.sub, input)),
      ),
    ),

    usage: api.usage.handler(({ context }) =>
      asUser(db, context.claims, (tx) => getUsage(tx, context.claims.sub)),
    ),

    dashboard: api.dashboard.handler(({ context }) =>
      asUser(db, context.claims, (tx) => getDashboard(tx, context.claims.sub)),
    ),

    waiting: api.waiting.handler(({ context }) =>
      asUser(db, context.claims, (tx) => getWaiting(tx, context.claims.sub)),
    ),
  }
}
