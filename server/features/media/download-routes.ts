import { Hono } from 'hono'
import { asUser, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { verifyDownload } from './address.ts'
import { answerFile, type StoredFile } from './answer-file.ts'

/**
 * GET and HEAD of a finished file below `path`, with ranges, at an address that was signed for the file's owner.
 *
 * @param find looks an owner's file up by its id; null when there is none
 */
export function downloadRoutes(
  services: Services,
  path: string,
  find: (tx: Tx, ownerId: string, id: string) => Promise<StoredFile | null>,
): Hono {
  const app = new Hono()
  app.on(['GET', 'HEAD'], `${path}/:id`, async (c) => {
    const id = c.req.param('id')
    const ownerId = verifyDownload(services.secrets, id, c.req.query())
    if (ownerId === null) throw codeError('NOT_FOUND')
    const file = await asUser(services.db, { sub: ownerId }, (tx) => find(tx, ownerId, id))
    if (!file) throw codeError('NOT_FOUND')
    return answerFile(c, services, file)
  })
  return app
}
