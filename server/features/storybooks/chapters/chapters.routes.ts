import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../../db/actor.ts'
import { ownerOfBook } from '../../../db/book-access.ts'
import { codeError } from '../../../errors.ts'
import { type RequestContext, requirePerson } from '../../../http/signed-in.ts'
import type { Services } from '../../../services.ts'
import type { BookKey } from '../material.ts'
import { decideChapter, listChapters, readChapter, requestChapters } from './chapters.ts'

/** Written chapters are the owner's alone: they are made of stories that others may not see. */
export function bookChaptersRoutes({ db, textModel }: Services) {
  const os = implement(contract.bookChapters).$context<RequestContext>().use(requirePerson)
  const writes = textModel?.label ?? null

  const inOwnBook = <T>(claims: Claims, bookId: string, work: (tx: Tx, key: BookKey) => Promise<T>) =>
    asUser(db, claims, async (tx) => work(tx, { userId: await ownerOfBook(tx, bookId, 'own'), bookId }))

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      inOwnBook(claims, input.storybookId, (tx, key) => listChapters(tx, key, writes)),
    ),
    read: os.read.handler(({ input, context: { claims } }) =>
      inOwnBook(claims, input.storybookId, (tx, key) => readChapter(tx, key, input.storyId)),
    ),
    write: os.write.handler(({ input, context: { claims } }) =>
      inOwnBook(claims, input.storybookId, async (tx, key) => {
        if (writes === null) throw codeError('AI_NOT_SET_UP')
        await requestChapters(tx, key, input.storyIds)
        return listChapters(tx, key, writes)
      }),
    ),
    decide: os.decide.handler(({ input, context: { claims } }) =>
      inOwnBook(claims, input.storybookId, async (tx, key) => {
        await decideChapter(tx, key, input)
        return listChapters(tx, key, writes)
      }),
    ),
  }
}
