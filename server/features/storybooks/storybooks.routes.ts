import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfBook, refuseSharedBook } from '../../db/book-access.ts'
import type { Need } from '../../db/shared-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { editPage, removePage, restorePage } from './edit-page.ts'
import type { BookKey } from './material.ts'
import { listPages } from './pages.ts'
import {
  booksOfMonth,
  createStorybook,
  getStorybook,
  layOutStorybook,
  listStorybooks,
  retitleStorybook,
  updateStorybook,
  voiceOfBook,
} from './storybooks.ts'
import { restoreBook, trashBook } from './trash-book.ts'

export function storybooksRoutes(services: Services) {
  const os = implement(contract.storybooks).$context<RequestContext>().use(requirePerson)
  const { db } = services

  const show = (tx: Tx, claims: Claims, userId: string, bookId: string) =>
    getStorybook(tx, { userId, bookId }, addressSigner(services, userId, { person: claims.sub }))
  /** Runs `work` on a book, if the person has the access that `need` asks for. @throws as `ownerOfBook` */
  const inBook = <T>(
    claims: Claims,
    bookId: string,
    need: Need,
    work: (tx: Tx, key: BookKey) => Promise<T>,
    where?: 'kept or in the trash',
  ) =>
    asUser(db, claims, async (tx) => work(tx, { userId: await ownerOfBook(tx, bookId, need, where), bookId }))

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => listStorybooks(tx, claims.sub, input, addressSigner(services, claims.sub))),
    ),
    month: os.month.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => booksOfMonth(tx, claims.sub)),
    ),
    get: os.get.handler(({ input, context: { claims } }) =>
      inBook(claims, input.id, 'see', (tx, { userId }) => show(tx, claims, userId, input.id)),
    ),
    pages: os.pages.handler(({ input, context: { claims } }) =>
      inBook(claims, input.id, 'see', (tx, key) => listPages(tx, key, input)),
    ),
    voice: os.voice.handler(({ input, context: { claims } }) =>
      inBook(claims, input.storybookId, 'see', async (tx, key) => ({
        mediaId: await voiceOfBook(tx, key, input.recordingId),
      })),
    ),
    create: os.create.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => {
        await refuseSharedBook(tx, input.id)
        await createStorybook(tx, claims.sub, input)
        return show(tx, claims, claims.sub, input.id)
      }),
    ),
    update: os.update.handler(({ input, context: { claims } }) =>
      inBook(claims, input.id, 'change', async (tx, { userId }) => {
        const change = userId === claims.sub ? updateStorybook : retitleStorybook
        await change(tx, userId, input)
        return show(tx, claims, userId, input.id)
      }),
    ),
    layOut: os.layOut.handler(({ input, context: { claims } }) =>
      inBook(claims, input.id, 'own', async (tx, { userId }) => {
        await layOutStorybook(tx, userId, input)
        return show(tx, claims, userId, input.id)
      }),
    ),
    editPage: os.editPage.handler(({ input, context: { claims } }) =>
      inBook(claims, input.storybookId, 'change', (tx, key) => editPage(tx, key, input)),
    ),
    removePage: os.removePage.handler(async ({ input, context: { claims } }) => {
      await inBook(claims, input.storybookId, 'change', (tx, key) => removePage(tx, key, input.id))
      return { id: input.id }
    }),
    restorePage: os.restorePage.handler(({ input, context: { claims } }) =>
      inBook(claims, input.storybookId, 'change', (tx, key) => restorePage(tx, key, input.id)),
    ),
    delete: os.delete.handler(async ({ input, context: { claims } }) => {
      await inBook(claims, input.id, 'manage', trashBook)
      return { id: input.id }
    }),
    restore: os.restore.handler(async ({ input, context: { claims } }) => {
      await inBook(claims, input.id, 'manage', restoreBook, 'kept or in the trash')
      return { id: input.id }
    }),
  }
}
