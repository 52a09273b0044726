import { Hono } from 'hono'
import { asReader, asUser, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { mediaFilePath, type SignedMedia, verifyAddress } from './address.ts'
import { answerFile } from './answer-file.ts'
import { findFile } from './media.ts'
import { isShownByCopy } from './public-form.ts'
import { answerPublicPicture } from './public-picture.ts'

/**
 * GET and HEAD of media bytes. The signature in the address says for whom it was made, and the database whether they
 * may still see the file: whoever lost access loses it here, too.
 */
export function mediaFileRoutes(services: Services): Hono {
  const app = new Hono()

  app.on(['GET', 'HEAD'], `${mediaFilePath}/:mediaId`, async (c) => {
    const signed = verifyAddress(services.secrets, c.req.param('mediaId'), c.req.query())
    if (!signed) throw codeError('NOT_FOUND')

    const file = await asItsReader(services, signed, (tx) => findFile(tx, signed))
    if (!file) throw codeError('NOT_FOUND')
    if ('link' in signed.reader && file.isOriginal) {
      if (file.kind === 'image') return answerPublicPicture(c, services, file)
      if (isShownByCopy(file)) throw codeError('NOT_FOUND')
    }
    return answerFile(c, services, file)
  })

  return app
}

function asItsReader<T>({ db }: Services, { reader }: SignedMedia, work: (tx: Tx) => Promise<T>): Promise<T> {
  if ('person' in reader) return asUser(db, { sub: reader.person }, work)
  const word = reader.word === null ? {} : { link_word: reader.word }
  return asReader(db, { link_id: reader.link, ...word }, work)
}
