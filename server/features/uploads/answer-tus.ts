import { Server } from '@tus/server'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { tusPath } from '#contract/media.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { toTusFailure } from './tus-failure.ts'
import { type Sent, UploadStore } from './upload-store.ts'
import { findUpload } from './uploads.ts'

/**
 * Has the tus library answer one request of one person. `sent` is the request's body, which the library itself never
 * reads.
 */
export function answerTus(
  services: Services,
  claims: Claims,
  { url, method, headers }: Request,
  sent: Sent,
): Promise<Response> {
  const store = new UploadStore(services, claims, sent)
  return serverFor(services, claims, store).handleWeb(new Request(url, { method, headers }))
}

/** A server is cheap to make, and is made for each request, so that its store can only act as the person who asks. */
function serverFor(services: Services, claims: Claims, store: UploadStore): Server {
  return new Server({
    path: tusPath,
    relativeLocation: true,
    datastore: store,
    // No lock here: the database's row lock covers the requests of all processes.
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
