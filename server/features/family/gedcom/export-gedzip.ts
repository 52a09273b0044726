import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
  const left = new AbortController()
  archive.once('close', () => left.abort())
  const write = async () => {
    const text = Readable.from(piecesOfGedcom(family, '7.0'))
    await append(archive, text, { name: 'gedcom.ged' }, left.signal)
    for (const { key, name } of files) {
      await append(archive, await storage.read(key), { name, store: true }, left.signal)
    }
    await archive.finalize()
  }
  write().catch((error: unknown) => {
    // Whoever has left wants none of it; whoever still reads learns by the end of the stream that it is not whole.
    if (left.signal.aborted) return
    log.error({ err: error, userId: claims.sub }, 'a family could not be packed')
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return { archive, leftOut }
}

/**
 * One file after the other. The archiver begins to read of all that it has been given at once, and a thousand pictures would be a
 * thousand open files; it hears of no source that breaks, and lets go of none when nobody wants the archive any more.
 */
async function append(
  archive: ZipArchive,
  source: Readable,
  about: { name: string; store?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const handedOn = new PassThrough()
  const written = once(archive, 'entry', { signal })
  archive.append(handedOn, about)
  await Promise.all([written, pipeline(source, handedOn, { signal })])
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
