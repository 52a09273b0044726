import type { Tx } from '../../../db/actor.ts'
import { kindOf, presentMember } from '../../family-members/family-members.ts'
import type { FileFamily, GedcomVersion } from './own-family.ts'
import { writeGedcom } from './write-gedcom.ts'

/** Everybody and every line, as a file. */
export async function exportGedcom(tx: Tx, userId: string, version: GedcomVersion): Promise<string> {
  return writeGedcom(await readFamily(tx, userId), version)
}

/** The family as a file tells it. `pictures` says where in a package somebody's portrait lies, by their id. */
export async function readFamily(
  tx: Tx,
  userId: string,
  pictures: ReadonlyMap<string, string> = new Map(),
): Promise<FileFamily> {
  const members = await tx
    .selectFrom('family_members')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const connections = await tx
    .selectFrom('family_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const xrefs = new Map(members.map(({ id }, index) => [id, `@I${index + 1}@`]))
  const xrefOf = (id: string | null) => (id === null ? '' : (xrefs.get(id) ?? ''))
  return {
    people: members.map((row) => {
      const { id, viaId, role, ownerName, version, createdAt, ...person } = presentMember(row, () => '')
      return { ...person, xref: xrefOf(id), uid: id, via: xrefOf(viaId), portrait: pictures.get(id) ?? '' }
    }),
    connections: connections.map((row) => ({
      ...kindOf(row.type, row.kind),
      from: xrefOf(row.from_id),
      to: xrefOf(row.to_id),
      label: row.label,
      startDate: row.start_date,
      startPlace: row.start_place,
      endDate: row.end_date,
    })),
  }
}
