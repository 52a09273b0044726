import { Server } from '@tus/server'
import { type Context, Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { tusPath } from '#contract/media.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { toTusFailure } from './tus-failure.ts'
import { checksumAlgorithms, readChecksum } from './upload-checksum.ts'
import { UploadStore } from './upload-store.ts'
import { findUpload } from './uploads.ts'

/** Files that people choose, by tus 1.0 (https://tus.io/protocols/resumable-upload). Each request is its bearer's. */
export function uploadRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  const handle = async (c: Context<HttpEnv>): Promise<Response> => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const checksum = readChecksum(c.req.header('upload-checksum') ?? null)
    if (checksum === 'unreadable') throw codeError('BAD_REQUEST')

    const { url, method, headers } = c.req.raw
    const store = new UploadStore(services, claims, { body: bodyOf(c), checksum })
    const response = await serverFor(services, claims, store).handleWeb(new Request(url, { method, headers }))
    response.headers.set('Tus-Checksum-Algorithm', checksumAlgorithms.join(','))
    return response
  }
  app.all(tusPath, handle)
  app.all(`${tusPath}/:id`, handle)
  return app
}

/** Cheap to make, and made for each request, so that the store cannot but act as the person who asks. */
function serverFor(services: Services, claims: Claims, store: UploadStore): Server {
  return new Server({
    path: tusPath,
    relativeLocation: true,
    datastore: store,
    // The database's row lock serves all requests of all processes.
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    maxSize: limits.uploadBytesMax,
    allowedOrigins: [services.env.publicUrl],
    namingFunction: () => uuidv7(),
    getFileIdFromRequest: (_request, lastPath) => z.uuid().safeParse(lastPath).data,
    onUploadFinish: async (_request, upload) => {
      const row = await asUser(services.db, claims, (tx) => findUpload(tx, claims.sub, upload.id, 'read'))
      if (row?.state === 'refused') throw codeError('FILE_TYPE_REFUSED')
      return {}
    },
    onResponseError: (request, error) =>
      toTusFailure(error, (unforeseen) =>
        services.log.error({ err: unforeseen, path: new URL(request.url).pathname }, 'an upload failed'),
      ),
  })
}
