import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { isOperator } from '../../http/operator.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { listReported, publish, report, setHidden, withdraw } from './community.ts'

const api = implement(contract.community).$context<RequestContext>().use(requirePerson)

export function communityRoutes({ db, env }: Pick<Services, 'db' | 'env'>) {
  /**
   * Runs work as the operator. Who that is stands in the settings: the server adds this claim itself, and the database
   * trusts no such claim in a token.
   * @throws FORBIDDEN
   */
  const asOperator = <T>(claims: Claims, work: Parameters<typeof asUser<T>>[2]) => {
    if (!isOperator({ env }, claims)) throw codeError('FORBIDDEN')
    return asUser(db, { ...claims, operator: 'true' }, work)
  }

  return {
    publish: api.publish.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => publish(tx, input)),
    ),
    withdraw: api.withdraw.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => withdraw(tx, input)),
    ),
    report: api.report.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => report(tx, claims.sub, input)),
    ),
    reported: api.reported.handler(async ({ context: { claims } }) => {
      if (!isOperator({ env }, claims)) return { isOperator: false, items: [] }
      return { isOperator: true, items: await asOperator(claims, listReported) }
    }),
    hide: api.hide.handler(({ context: { claims }, input }) =>
      asOperator(claims, (tx) => setHidden(tx, input, 'hidden')),
    ),
    show: api.show.handler(({ context: { claims }, input }) =>
      asOperator(claims, (tx) => setHidden(tx, input, 'shown')),
    ),
  }
}
