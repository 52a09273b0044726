import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { createMailHolder } from './mailed-question.ts'
import { getWish, setWish } from './weekly-questions.ts'

export function weeklyQuestionsRoutes(services: Pick<Services, 'db' | 'env'>) {
  const { db } = services
  const open = implement(contract.weeklyQuestions).$context<RequestContext>()
  const os = open.use(requirePerson)
  const holder = createMailHolder(services)

  return {
    get: os.get.handler(({ context: { claims } }) => asUser(db, claims, (tx) => getWish(tx, claims.sub))),
    set: os.set.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => setWish(tx, claims.sub, input)),
    ),
    read: open.read.handler(({ context, input }) => holder.read(input.token, context.caller)),
    another: open.another.handler(({ context, input }) => holder.another(input.token, context.caller)),
    unsubscribe: open.unsubscribe.handler(({ context, input }) =>
      holder.unsubscribe(input.token, context.caller),
    ),
  }
}
