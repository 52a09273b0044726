import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { ownerOfBook } from '../../db/book-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { downloadRoutes, signDownload } from '../media/media.ts'
import { type DownloadOf, findExport, listExports, startExport } from './exports.ts'

const bookFilePath = '/media/books'

export function storybookExportsRoutes(services: Services) {
  const { db, secrets } = services
  const os = implement(contract.storybookExports).$context<RequestContext>().use(requirePerson)
  const downloadsOf =
    (userId: string): DownloadOf =>
    (exportId) =>
      signDownload(secrets, userId, bookFilePath, exportId)

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => {
        const key = { userId: await ownerOfBook(tx, input.storybookId, 'own'), bookId: input.storybookId }
        return listExports(tx, key, downloadsOf(claims.sub))
      }),
    ),
    start: os.start.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => {
        const userId = await ownerOfBook(tx, input.storybookId, 'own')
        const key = { userId, bookId: input.storybookId }
        return startExport(tx, services, key, input, downloadsOf(claims.sub))
      }),
    ),
  }
}

export const bookFileRoutes = (services: Services) => downloadRoutes(services, bookFilePath, findExport)
