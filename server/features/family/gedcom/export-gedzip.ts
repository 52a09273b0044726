import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { asUser, type Claims, type Tx } from '../../../db/actor.ts'
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
  { db, storage }: Pick<Services, 'db' | 'storage'>,
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
  archive.append(Readable.from(piecesOfGedcom(family, '7.0')), { name: 'gedcom.ged' })
  for (const { key, name } of files) {
    // Opened only when its turn comes, so that a thousand pictures are not a thousand open files.
    archive.append(Readable.from(piecesOf(storage, key)), { name, store: true })
  }
  // What goes wrong is told by the stream itself.
  archive.finalize().catch(() => undefined)
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

async function* piecesOf(storage: Services['storage'], key: string): AsyncGenerator<Uint8Array> {
  yield* await storage.read(key)
}
