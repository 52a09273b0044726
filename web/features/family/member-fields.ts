import type { FamilyMember, NewFamilyMember } from '#contract/family-members.ts'

/** The content of the form: all of it text, as typed. */
export type MemberFields = Omit<NewFamilyMember, 'id' | 'viaId'> & { viaId: string }

export const noFields: MemberFields = {
  firstName: '',
  lastName: '',
  relationship: 'Other',
  viaId: '',
  sex: 'unknown',
  birthName: '',
  dateOfBirth: '',
  placeOfBirth: '',
  dateOfDeath: '',
  placeOfDeath: '',
  isDeceased: false,
  currentLocation: '',
  email: '',
  phone: '',
  bio: '',
}

export function fieldsOf(member: FamilyMember): MemberFields {
  const {
    id,
    version,
    portrait,
    role,
    ownerName,
    isSelf,
    isPlaceholder,
    isDerived,
    createdAt,
    viaId,
    ...facts
  } = member
  return { ...facts, viaId: viaId ?? '' }
}
