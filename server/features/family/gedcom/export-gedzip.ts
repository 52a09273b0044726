import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims, type Tx } from '../../../db/actor.ts'
import { fillZip, type ZipEntry } from '../../../fill-zip.ts'
import type { Services } from '../../../services.ts'
import { readFamily } from './export-gedcom.ts'
import { mediaOfFamily } from './family-media.ts'
import { piecesOfGedcom } from './write-gedcom.ts'

export type Gedzip = {
  archive: Readable
  /** How many files found no room in the package. */
  leftOut: number
  /** How many files are missing from the store, and therefore from the package. */
  lost: number
}

/** How many files the store is asked about at once, because a remote store takes a while to answer for each. */
const ASKED_AT_ONCE = 16

/**
 * The family as GEDCOM 7 together with everybody's portrait, photos and documents, as one file that is written while it
 * is read: a large family costs time, not memory. Files missing from the store are not packed, and not named in the GEDCOM.
 */
export async function exportGedzip(
  { db, storage, log }: Pick<Services, 'db' | 'storage' | 'log'>,
  claims: Claims,
): Promise<Gedzip> {
  const { portraits, media, leftOut } = await asUser(db, claims, async (tx) => {
    const portraits = await portraitsOf(tx, claims.sub)
    // An import counts the family itself, too, and that has not been written yet.
    const bytes = portraits.reduce<number>((sum, { size }) => sum + size, limits.gedcomBytes)
    return { portraits, ...(await mediaOfFamily(tx, claims.sub, { files: portraits.length + 1, bytes })) }
  })
  const named = [...portraits, ...media.map(({ storageKey, path }) => ({ key: storageKey, name: path }))]
  const lost = await lostOf(storage, named)
  const files = named.filter(({ key }) => !lost.has(key))
  const family = await asUser(db, claims, (tx) =>
    readFamily(tx, claims.sub, {
      portraits: new Map(portraits.filter(({ key }) => !lost.has(key)).map(({ id, name }) => [id, name])),
      media: media.filter(({ storageKey }) => !lost.has(storageKey)),
    }),
  )

  const archive = new ZipArchive({ zlib: { level: 6 } })
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { source: Readable.from(piecesOfGedcom(family, '7.0')), about: { name: 'gedcom.ged' } }
    for (const { key, name } of files) yield { source: await storage.read(key), about: { name, store: true } }
  }
  fillZip(archive, entries()).catch((error: unknown) => {
    // AbortError: the client has closed the connection. After other errors the stream fails, so the client sees that it is cut off.
    if (error instanceof Error && error.name === 'AbortError') return
    log.error({ err: error, userId: claims.sub }, 'a family could not be packed')
  })
  return { archive, leftOut, lost: lost.size }
}

/** The keys of the files that are missing from the store. */
async function lostOf(storage: Services['storage'], files: { key: string }[]): Promise<Set<string>> {
  const lost = new Set<string>()
  for (let first = 0; first < files.length; first += ASKED_AT_ONCE) {
    const asked = files.slice(first, first + ASKED_AT_ONCE)
    const found = await Promise.all(asked.map(({ key }) => storage.stat(key)))
    asked.forEach(({ key }, index) => {
      if (!found[index]) lost.add(key)
    })
  }
  return lost
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
