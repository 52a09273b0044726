import { Hono } from 'hono'
import { sql } from 'kysely'
import { asAnonymous, asReader, asUser, asWorker, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { mediaFilePath, type SignedMedia, verifyAddress } from './address.ts'
import { answerFile } from './answer-file.ts'
import { type FoundFile, findFile } from './media.ts'
import { isShownByCopy } from './public-form.ts'
import { answerPublicPicture } from './public-picture.ts'

/**
 * GET and HEAD of media bytes. The signature in the address says for whom it was made, and the database whether they
 * may still see the file: a person who has lost access to it loses it here, too.
 */
export function mediaFileRoutes(services: Services): Hono {
  const app = new Hono()

  app.on(['GET', 'HEAD'], `${mediaFilePath}/:mediaId`, async (c) => {
    const signed = verifyAddress(services.secrets, c.req.param('mediaId'), c.req.query())
    if (!signed) throw codeError('NOT_FOUND')

    const file = await findForReader(services, signed)
    if (!file) throw codeError('NOT_FOUND')
    if (!('person' in signed.reader) && file.isOriginal) {
      if (file.kind === 'image') return answerPublicPicture(c, services, { ...file, ownerId: signed.ownerId })
      if (isShownByCopy(file)) throw codeError('NOT_FOUND')
    }
    return answerFile(c, services, file)
  })

  return app
}

async function findForReader({ db }: Services, signed: SignedMedia): Promise<FoundFile | null> {
  const { reader, ownerId } = signed
  const find = (tx: Tx) => findFile(tx, signed)
  if ('person' in reader) return asUser(db, { sub: reader.person }, find)
  if ('profile' in reader) {
    if (!(await showsPicture(db, reader.profile, signed))) return null
    const file = await asWorker(db, ownerId, find)
    // The file's name and title may reveal more than the profile does.
    return file && { ...file, fileName: '', title: null }
  }
  const word = reader.word === null ? {} : { link_word: reader.word }
  const file = await asReader(db, { link_id: reader.link, ...word }, find)
  // Strangers must not learn from the file's name when a story was told.
  return file && { ...file, keptAt: null }
}

/** Whether the profile at this address is public now, and shows exactly this picture. */
function showsPicture(
  db: Services['db'],
  addressHash: string,
  { ownerId, mediaId }: SignedMedia,
): Promise<boolean> {
  return asAnonymous(db, async (tx) => {
    const { rows } = await sql`
      select from app.read_public_profile(${addressHash}) where user_id = ${ownerId} and picture = ${mediaId}`.execute(
      tx,
    )
    return rows.length > 0
  })
}
