import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfTalk } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { type Editor, findSource } from '../transcripts/transcripts.ts'
import {
  approveSuggestions,
  dismissSuggestions,
  listSuggestions,
  requestLook,
  undoApproval,
} from './suggestions.ts'

export function suggestionsRoutes({ db }: Services) {
  const os = implement(contract.suggestions).$context<RequestContext>().use(requirePerson)

  const within = <T>(
    claims: Claims,
    id: string,
    need: 'see' | 'change',
    work: (tx: Tx, editor: Editor) => Promise<T>,
  ) =>
    asUser(db, claims, async (tx) => {
      const userId = await ownerOfTalk(tx, id, need)
      if (!(await findSource(tx, userId, id))) throw codeError('NOT_FOUND')
      return work(tx, { userId, authorId: claims.sub })
    })

  return {
    list: os.list.handler(({ input: { id }, context: { claims } }) =>
      within(claims, id, 'see', (tx, { userId }) => listSuggestions(tx, { userId, transcriptId: id })),
    ),
    look: os.look.handler(({ input: { id }, context: { claims } }) =>
      within(claims, id, 'change', async (tx, { userId }) => {
        const key = { userId, transcriptId: id }
        await requestLook(tx, key)
        return listSuggestions(tx, key)
      }),
    ),
    approve: os.approve.handler(({ input: { id, ids }, context: { claims } }) =>
      within(claims, id, 'change', (tx, editor) => approveSuggestions(tx, editor, id, ids)),
    ),
    dismiss: os.dismiss.handler(({ input: { id, ids }, context: { claims } }) =>
      within(claims, id, 'change', async (tx, editor) => ({
        dismissed: await dismissSuggestions(tx, editor, id, ids),
      })),
    ),
    undo: os.undo.handler(({ input: { id, ...undo }, context: { claims } }) =>
      within(claims, id, 'change', async (tx, editor) => ({
        reopened: await undoApproval(tx, editor, id, undo),
      })),
    ),
  }
}
