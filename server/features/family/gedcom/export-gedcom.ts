import type { Tx } from '../../../db/actor.ts'
import { mapInTurns } from '../../../in-turns.ts'
import { kindOf, presentMember } from '../../family-members/family-members.ts'
import { uidOf } from './match-people.ts'
import type { FileFamily, FileMedia, GedcomVersion } from './own-family.ts'
import { writeGedcom } from './write-gedcom.ts'

/** The whole family as the text of a GEDCOM file. */
export async function exportGedcom(tx: Tx, userId: string, version: GedcomVersion): Promise<string> {
  return writeGedcom(await readFamily(tx, userId), version)
}

export type Packed = {
  /** By person id: the path of the portrait in the package. */
  portraits: ReadonlyMap<string, string>
  /** Photos and documents, with the ids (not the xrefs) of the people whom they are about. */
  media: FileMedia[]
}

/** The family in the shape in which it is written to a file, with the portraits and files that are packed beside it. */
export async function readFamily(
  tx: Tx,
  userId: string,
  { portraits, media }: Packed = { portraits: new Map(), media: [] },
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
    people: await mapInTurns(members, (row) => {
      const { id, viaId, role, ownerName, version, createdAt, ...person } = presentMember(row, () => '')
      return {
        ...person,
        xref: xrefOf(id),
        uid: uidOf(row),
        via: xrefOf(viaId),
        portrait: portraits.get(id) ?? '',
      }
    }),
    connections: await mapInTurns(connections, (row) => ({
      ...kindOf(row.type, row.kind),
      from: xrefOf(row.from_id),
      to: xrefOf(row.to_id),
      label: row.label,
      startDate: row.start_date,
      startPlace: row.start_place,
      endDate: row.end_date,
    })),
    media: media.map((file) => ({ ...file, people: file.people.map(xrefOf) })),
  }
}
