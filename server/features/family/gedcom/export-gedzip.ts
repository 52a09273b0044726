import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { asUser, type Claims } from '../../../db/actor.ts'
import type { Services } from '../../../services.ts'
import { readFamily } from './export-gedcom.ts'
import { writeGedcom } from './write-gedcom.ts'

/** The family as GEDCOM 7 together with everybody's portrait, as one file that is written while it is read. */
export async function exportGedzip(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
): Promise<Readable> {
  const { gedcom, pictures } = await asUser(db, claims, async (tx) => {
    const portraits = await tx
      .selectFrom('family_members as member')
      .innerJoin('media', (join) =>
        join.onRef('media.user_id', '=', 'member.user_id').onRef('media.id', '=', 'member.portrait_media_id'),
      )
      .where('member.user_id', '=', claims.sub)
      .where('media.state', '=', 'stored')
      .select(['member.id', 'media.storage_key as key'])
      .orderBy('member.id')
      .execute()
    const pictures = portraits.map(({ id, key }) => ({ id, key, name: `portraits/${id}.jpg` }))
    const names = new Map(pictures.map(({ id, name }) => [id, name]))
    return { gedcom: writeGedcom(await readFamily(tx, claims.sub, names), '7.0'), pictures }
  })

  const archive = new ZipArchive({ zlib: { level: 6 } })
  archive.append(gedcom, { name: 'gedcom.ged' })
  for (const { key, name } of pictures) {
    // Opened only when its turn comes, so that a thousand portraits are not a thousand open files.
    archive.append(Readable.from(piecesOf(storage, key)), { name, store: true })
  }
  // What goes wrong is told by the stream itself.
  archive.finalize().catch(() => undefined)
  return archive
}

async function* piecesOf(storage: Services['storage'], key: string): AsyncGenerator<Uint8Array> {
  yield* await storage.read(key)
}
