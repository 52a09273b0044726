import type { GedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims } from '../../../db/actor.ts'
import { declaredFailure } from '../../../errors.ts'
import type { Services } from '../../../services.ts'
import { keepPortrait } from '../../family-members/family-members.ts'
import type { Package } from './gedzip.ts'
import { importGedcom } from './import-gedcom.ts'
import { importMedia } from './import-media.ts'
import type { You } from './match-people.ts'
import type { FilePerson } from './own-family.ts'
import { planMedia } from './plan-media.ts'
import { readGedcom } from './read-gedcom.ts'

type Parts = Pick<Services, 'db' | 'storage'>
type Wish = { isApplied: boolean; sha256: string; you: You }

/** Imports a GEDCOM file that comes without a package. @throws GedcomError, LIMIT_REACHED, CONFLICT */
export async function importFile(
  { db }: Parts,
  claims: Claims,
  { bytes, ...wish }: Wish & { bytes: Uint8Array },
): Promise<GedcomReport> {
  const read = await readGedcom(bytes)
  const { report } = await asUser(db, claims, (tx) => importGedcom(tx, claims.sub, { ...wish, read }))
  return report
}

/**
 * Imports a GEDCOM file with its pictures and documents (GEDZIP). The people come first, all or none. Then portraits are added
 * one by one for people who have none yet, and photos and documents to stories. If that is interrupted, sending the same
 * package again continues it. A file that is no picture although it should be one is left out and named in the report.
 * @throws GedcomError, LIMIT_REACHED, CONFLICT, STORAGE_LIMIT_REACHED
 */
export async function importPackage(
  services: Parts,
  claims: Claims,
  { path, ...wish }: Wish & { path: string },
): Promise<GedcomReport> {
  const { withGedzip } = await import('./gedzip.ts')
  return withGedzip(path, async (inside) => {
    const read = await readGedcom(inside.gedcom, inside.names)
    const { report, ids, plan } = await asUser(services.db, claims, async (tx) => {
      const imported = await importGedcom(tx, claims.sub, { ...wish, read })
      return { ...imported, plan: await planMedia(tx, claims.sub, read, imported.ids, inside) }
    })
    const files = plan.stories.reduce((sum, story) => sum + story.files.length, 0)
    const planned = { ...report, files, filesHere: plan.here, leftOut: plan.leftOut }
    if (!wish.isApplied) return planned
    const pictures = await importPortraits(services, claims, read.people, ids, inside)
    const media = await importMedia(services, claims, plan, inside)
    const leftOut = [...new Set([...pictures.leftOut, ...media.leftOut])]
    return { ...planned, portraits: pictures.portraits, files: media.files, leftOut }
  })
}

async function importPortraits(
  services: Parts,
  claims: Claims,
  people: FilePerson[],
  ids: ReadonlyMap<string, string>,
  inside: Package,
): Promise<Pick<GedcomReport, 'portraits' | 'leftOut'>> {
  const without = await peopleWithoutPortrait(services, claims)
  const leftOut: string[] = []
  let portraits = 0
  for (const { xref, portrait } of people) {
    const id = ids.get(xref) ?? ''
    if (portrait === '' || !without.has(id)) continue
    const bytes = await inside.read(portrait, limits.portraitBytes)
    if (bytes && (await isKept(services, claims, id, bytes))) portraits += 1
    else leftOut.push(portrait)
  }
  return { portraits, leftOut }
}

async function isKept(services: Parts, claims: Claims, id: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await keepPortrait(services, claims, id, bytes)
    return true
  } catch (error) {
    const declared = declaredFailure(error)
    // A portrait is left out if its person was removed meanwhile or it is no picture; a full account or disk ends the import.
    if (declared === undefined || declared.status >= 500) throw error
    return false
  }
}

async function peopleWithoutPortrait({ db }: Parts, claims: Claims): Promise<Set<string>> {
  const rows = await asUser(db, claims, (tx) =>
    tx
      .selectFrom('family_members')
      .select('id')
      .where('user_id', '=', claims.sub)
      .where('portrait_media_id', 'is', null)
      .execute(),
  )
  return new Set(rows.map(({ id }) => id))
}
