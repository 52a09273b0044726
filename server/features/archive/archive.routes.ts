import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { downloadRoutes, signDownload } from '../media/media.ts'
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

export const archiveFileRoutes = (services: Services) =>
  downloadRoutes(services, archiveFilePath, findArchive)
