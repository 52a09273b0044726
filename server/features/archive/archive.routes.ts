import { implement } from '@orpc/server'
import { Hono } from 'hono'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { answerFile, signDownload, verifyDownload } from '../media/media.ts'
import { type DownloadOf, deleteExport, findArchive, listExports, startExport } from './archive.ts'
import { deleteImport, finishImport, listImports, startImport } from './imports.ts'

const archiveFilePath = '/media/archives'

export function archiveRoutes({ db, secrets }: Services) {
  const os = implement(contract.archive).$context<RequestContext>().use(requirePerson)
  const downloadsOf =
    (userId: string): DownloadOf =>
    (id) =>
      signDownload(secrets, userId, archiveFilePath, id)

  return {
    exports: os.exports.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => listExports(tx, claims.sub, downloadsOf(claims.sub))),
    ),
    startExport: os.startExport.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => startExport(tx, claims.sub, input.id, downloadsOf(claims.sub))),
    ),
    deleteExport: os.deleteExport.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => deleteExport(tx, claims.sub, input.id))
      return input
    }),
    imports: os.imports.handler(({ context: { claims } }) =>
      asUser(db, claims, (tx) => listImports(tx, claims.sub)),
    ),
    startImport: os.startImport.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => startImport(tx, claims.sub, input)),
    ),
    finishImport: os.finishImport.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => finishImport(tx, claims.sub, input.id)),
    ),
    deleteImport: os.deleteImport.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => deleteImport(tx, claims.sub, input.id))
      return input
    }),
  }
}

/** GET and HEAD of a finished archive, in ranges, over an address that was signed for its owner. */
export function archiveFileRoutes(services: Services): Hono {
  const app = new Hono()
  app.on(['GET', 'HEAD'], `${archiveFilePath}/:id`, async (c) => {
    const id = c.req.param('id')
    const ownerId = verifyDownload(services.secrets, id, c.req.query())
    if (ownerId === null) throw codeError('NOT_FOUND')
    const file = await asUser(services.db, { sub: ownerId }, (tx) => findArchive(tx, ownerId, id))
    if (!file) throw codeError('NOT_FOUND')
    return answerFile(c, services, file)
  })
  return app
}
