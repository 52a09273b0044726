import type { Selectable } from 'kysely'
import { rangeOf } from '#contract/family-date.ts'
import { readDate } from '#contract/family-date-text.ts'
import { type FamilyMember, type FamilyMemberUpdate, relationship, sex } from '#contract/family-members.ts'
import type { FamilyMembers } from '../../db/tables.generated.ts'
import { withoutUndefined } from '../../without-undefined.ts'

export type MemberRow = Selectable<FamilyMembers>
/** A signed address of one of the person's media files. */
export type AddressOf = (mediaId: string) => string

/** A person in the contract's shape, as the owner of the family sees them. */
export function presentMember(row: MemberRow, addressOf: AddressOf): FamilyMember {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    relationship: relationship.catch('Other').parse(row.relationship),
    viaId: row.via_id,
    role: 'owner',
    ownerName: null,
    sex: sex.catch('unknown').parse(row.sex),
    birthName: row.birth_name,
    dateOfBirth: row.date_of_birth,
    placeOfBirth: row.place_of_birth,
    dateOfDeath: row.date_of_death,
    placeOfDeath: row.place_of_death,
    isDeceased: row.is_deceased,
    currentLocation: row.current_location,
    email: row.email,
    phone: row.phone,
    bio: row.bio,
    portrait: row.portrait_media_id ? addressOf(row.portrait_media_id) : null,
    isSelf: row.id === row.user_id,
    isPlaceholder: row.placeholder_key !== null,
    isDerived: row.placeholder_key?.startsWith('unknown:') ?? false,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  }
}

type GivenFacts = Omit<FamilyMemberUpdate, 'id' | 'version'>

/** The columns of the facts that are given; a date also sets the range that it is sorted and compared by. */
export function memberColumns(given: GivenFacts) {
  const columns = {
    first_name: given.firstName,
    last_name: given.lastName,
    relationship: given.relationship,
    via_id: given.viaId,
    sex: given.sex,
    birth_name: given.birthName,
    date_of_birth: given.dateOfBirth,
    place_of_birth: given.placeOfBirth,
    date_of_death: given.dateOfDeath,
    place_of_death: given.placeOfDeath,
    is_deceased: given.dateOfDeath ? true : given.isDeceased,
    current_location: given.currentLocation,
    email: given.email,
    phone: given.phone,
    bio: given.bio,
  }
  return {
    ...withoutUndefined(columns),
    ...range('born', given.dateOfBirth),
    ...range('died', given.dateOfDeath),
  }
}

function range(event: 'born' | 'died', text: string | undefined) {
  if (text === undefined) return {}
  const date = readDate(text)
  const { from, to } = date ? rangeOf(date) : { from: null, to: null }
  return { [`${event}_from`]: from, [`${event}_to`]: to }
}
