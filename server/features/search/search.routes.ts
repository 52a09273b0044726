import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { find, findInStory } from './search.ts'

const api = implement(contract.search).$context<RequestContext>().use(requirePerson)

export function searchRoutes({ db }: Services) {
  return {
    find: api.find.handler(({ context, input }) => asUser(db, context.claims, (tx) => find(tx, input))),
    inStory: api.inStory.handler(({ context, input }) =>
      asUser(db, context.claims, (tx) => findInStory(tx, input)),
    ),
  }
}
