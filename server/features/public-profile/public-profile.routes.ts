import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { createProfileReader, getChoice, setChoice } from './public-profile.ts'

export function publicProfileRoutes(services: Services) {
  const { db } = services
  const open = implement(contract.publicProfile).$context<RequestContext>()
  const os = open.use(requirePerson)
  const read = createProfileReader(services)

  return {
    get: os.get.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => getChoice(tx, services, claims.sub)),
    ),
    set: os.set.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => setChoice(tx, services, claims.sub, input)),
    ),
    read: open.read.handler(({ context, input }) => read(input.token, context.caller)),
  }
}
