import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { asUser, type Claims, type Tx } from '../../../db/actor.ts'
import { fillZip, type ZipEntry } from '../../../fill-zip.ts'
import type { Services } from '../../../services.ts'
import { readFamily } from './export-gedcom.ts'
import { mediaOfFamily } from './family-media.ts'
import { piecesOfGedcom } from './write-gedcom.ts'

/** `leftOut`: how many files found no room in the package. */
export type Gedzip = { archive: Readable; leftOut: number }

/**
 * The family as GEDCOM 7 together with everybody's portrait, photos and documents, as one file that is written while it
 * is read: a large family costs time, not memory.
 */
export async function exportGedzip(
  { db, storage, log }: Pick<Services, 'db' | 'storage' | 'log'>,
  claims: Claims,
): Promise<Gedzip> {
  const { family, files, leftOut } = await asUser(db, claims, async (tx) => {
    const portraits = await portraitsOf(tx, claims.sub)
    const bytes = portraits.reduce((sum, { size }) => sum + size, 0)
    const { media, leftOut } = await mediaOfFamily(tx, claims.sub, { files: portraits.length + 1, bytes })
    const names = new Map(portraits.map(({ id, name }) => [id, name]))
    const family = await readFamily(tx, claims.sub, { portraits: names, media })
    const files = [...portraits, ...media.map(({ storageKey, path }) => ({ key: storageKey, name: path }))]
    return { family, files, leftOut }
  })

  const archive = new ZipArchive({ zlib: { level: 6 } })
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { source: Readable.from(piecesOfGedcom(family, '7.0')), about: { name: 'gedcom.ged' } }
    for (const { key, name } of files) yield { source: await storage.read(key), about: { name, store: true } }
  }
  fillZip(archive, entries()).catch((error: unknown) => {
    // Whoever has left wants none of it; whoever still reads learns by the end of the stream that it is not whole.
    if (error instanceof Error && error.name === 'AbortError') return
    log.error({ err: error, userId: claims.sub }, 'a family could not be packed')
  })
  return { archive, leftOut }
}

async function portraitsOf(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('family_members as member')
    .innerJoin('media', (join) =>
      join.onRef('media.user_id', '=', 'member.user_id').onRef('media.id', '=', 'member.portrait_media_id'),
    )
    .where('member.user_id', '=', userId)
    .where('media.state', '=', 'stored')
    .select(['member.id', 'media.storage_key as key', 'media.size_bytes as size'])
    .orderBy('member.id')
    .execute()
  return rows.map((row) => ({ ...row, name: `portraits/${row.id}.jpg` }))
}
