import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../../db/actor.ts'
import { ownerOfBook } from '../../../db/book-access.ts'
import { codeError } from '../../../errors.ts'
import { type RequestContext, requirePerson } from '../../../http/signed-in.ts'
import type { Services } from '../../../services.ts'
import type { BookKey } from '../material.ts'
import { describePerson, getPictures, requestDrawing, setStyle, switchDrawing } from './pictures.ts'

/** Drawing is the owner's alone: it is paid from their plan, and made of stories that others may not see. */
export function bookPicturesRoutes({ db, imageModel }: Services) {
  const os = implement(contract.bookPictures).$context<RequestContext>().use(requirePerson)
  const draws = imageModel?.label ?? null

  /** Runs `work` on a book's pictures and answers with the pictures as they are afterwards. */
  const within = (claims: Claims, bookId: string, work: (tx: Tx, key: BookKey) => Promise<void>) =>
    asUser(db, claims, async (tx) => {
      const key = { userId: await ownerOfBook(tx, bookId, 'own'), bookId }
      await work(tx, key)
      return getPictures(tx, key, draws)
    })

  return {
    get: os.get.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, async () => undefined),
    ),
    setStyle: os.setStyle.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, (tx, key) => setStyle(tx, key, input.style)),
    ),
    describe: os.describe.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, (tx, { userId }) =>
        describePerson(tx, userId, input.familyMemberId, input),
      ),
    ),
    draw: os.draw.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, async (tx, key) => {
        if (draws === null) throw codeError('AI_NOT_SET_UP')
        await requestDrawing(tx, key, input.id, input.drawingId)
      }),
    ),
    remove: os.remove.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, (tx, key) => switchDrawing(tx, key, input.id, false)),
    ),
    restore: os.restore.handler(({ input, context: { claims } }) =>
      within(claims, input.storybookId, (tx, key) => switchDrawing(tx, key, input.id, true)),
    ),
  }
}
