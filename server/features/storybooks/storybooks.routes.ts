import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { editPage, removePage, restorePage } from './edit-page.ts'
import { listPages } from './pages.ts'
import {
  booksOfMonth,
  createStorybook,
  getStorybook,
  layOutStorybook,
  listStorybooks,
  setTrashed,
  updateStorybook,
} from './storybooks.ts'

export function storybooksRoutes(services: Services) {
  const os = implement(contract.storybooks).$context<RequestContext>().use(requirePerson)
  const { db } = services

  /** Does the work, and answers with the book as it is then. */
  const thenShow = (claims: Claims, bookId: string, work: (tx: Tx) => Promise<void>) =>
    asUser(db, claims, async (tx) => {
      await work(tx)
      return getStorybook(tx, { userId: claims.sub, bookId }, addressSigner(services, claims.sub))
    })
  /** Work on the pages of a book that is there. */
  const inBook = <T>(
    claims: Claims,
    bookId: string,
    work: (tx: Tx, key: { userId: string; bookId: string }) => Promise<T>,
  ) =>
    asUser(db, claims, async (tx) => {
      const key = { userId: claims.sub, bookId }
      await getStorybook(tx, key, addressSigner(services, claims.sub))
      return work(tx, key)
    })

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => listStorybooks(tx, claims.sub, input, addressSigner(services, claims.sub))),
    ),
    month: os.month.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => booksOfMonth(tx, claims.sub)),
    ),
    get: os.get.handler(({ input, context: { claims } }) =>
      thenShow(claims, input.id, async () => undefined),
    ),
    pages: os.pages.handler(({ input, context: { claims } }) =>
      inBook(claims, input.id, (tx, key) => listPages(tx, key, input)),
    ),
    create: os.create.handler(({ input, context: { claims } }) =>
      thenShow(claims, input.id, (tx) => createStorybook(tx, claims.sub, input)),
    ),
    update: os.update.handler(({ input, context: { claims } }) =>
      thenShow(claims, input.id, (tx) => updateStorybook(tx, claims.sub, input)),
    ),
    layOut: os.layOut.handler(({ input, context: { claims } }) =>
      thenShow(claims, input.id, (tx) => layOutStorybook(tx, claims.sub, input)),
    ),
    editPage: os.editPage.handler(({ input, context: { claims } }) =>
      inBook(claims, input.storybookId, (tx, key) => editPage(tx, key, input)),
    ),
    removePage: os.removePage.handler(async ({ input, context: { claims } }) => {
      await inBook(claims, input.storybookId, (tx, key) => removePage(tx, key, input.id))
      return { id: input.id }
    }),
    restorePage: os.restorePage.handler(({ input, context: { claims } }) =>
      inBook(claims, input.storybookId, (tx, key) => restorePage(tx, key, input.id)),
    ),
    delete: os.delete.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => setTrashed(tx, { userId: claims.sub, bookId: input.id }, true))
      return { id: input.id }
    }),
    restore: os.restore.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => setTrashed(tx, { userId: claims.sub, bookId: input.id }, false))
      return { id: input.id }
    }),
  }
}
