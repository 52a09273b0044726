import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { ownerOfStory } from '../../db/story-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { damagedInStory, listDamaged, readFixity } from './fixity.ts'

export function fixityRoutes({ db }: Pick<Services, 'db'>) {
  const os = implement(contract.fixity).$context<RequestContext>().use(requirePerson)
  return {
    get: os.get.handler(({ context: { claims } }) => asUser(db, claims, (tx) => readFixity(tx, claims.sub))),
    damaged: os.damaged.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => listDamaged(tx, claims.sub)),
    ),
    inStory: os.inStory.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => damagedInStory(tx, await ownerOfStory(tx, input.id, 'see'), input.id)),
    ),
  }
}
