import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { deleteForGood, listTrash } from './trash.ts'

export function trashRoutes({ db }: Services) {
  const os = implement(contract.trash).$context<RequestContext>().use(requirePerson)
  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => listTrash(tx, claims.sub, input)),
    ),
    deleteForGood: os.deleteForGood.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => deleteForGood(tx, claims.sub, input))
      return { id: input.id }
    }),
  }
}
