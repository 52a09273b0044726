import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addComment, deleteComment, editComment, listComments, restoreComment } from './comments.ts'

export function commentsRoutes({ db }: Services) {
  const os = implement(contract.comments).$context<RequestContext>().use(requirePerson)
  const at = (claims: { sub: string }, { storyId }: { storyId: string }) => ({ userId: claims.sub, storyId })

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => listComments(tx, at(claims, input), input)),
    ),
    add: os.add.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => addComment(tx, at(claims, input), input)),
    ),
    edit: os.edit.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => editComment(tx, at(claims, input), input)),
    ),
    delete: os.delete.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => deleteComment(tx, at(claims, input), input.id))
      return { id: input.id }
    }),
    restore: os.restore.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => restoreComment(tx, at(claims, input), input.id)),
    ),
  }
}
