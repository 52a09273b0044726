import { z } from 'zod'
import { rangeOf } from '#contract/family-date.ts'
import { readDate } from '#contract/family-date-text.ts'
import { id } from '#contract/fields.ts'

/** Probable mistakes. They are shown, never enforced, because the family knows best. */
export const familyWarningCodes = [
  'CHILD_OLDER_THAN_PARENT',
  'PARENT_VERY_YOUNG',
  'BORN_AFTER_MOTHERS_DEATH',
  'DEATH_BEFORE_BIRTH',
] as const
export const familyWarning = z.object({
  code: z.enum(familyWarningCodes),
  /** The ids of the people concerned, the parent first. */
  people: z.array(id),
})
export type FamilyWarning = z.infer<typeof familyWarning>

const YEAR = 365
const YOUNGEST_PARENT_YEARS = 11

/** The facts about a person that the warnings compare. */
export type DatedPerson = { id: string; sex: string; dateOfBirth: string; dateOfDeath: string }

const daysOf = (text: string) => {
  const date = readDate(text)
  return date ? rangeOf(date) : { from: null, to: null }
}

/** Contradictions between the dates of a parent and a child, reported only where the dates leave no doubt. */
export function warnAboutParent(parent: DatedPerson, child: DatedPerson, kind: string): FamilyWarning[] {
  const [older, younger] = [daysOf(parent.dateOfBirth), daysOf(child.dateOfBirth)]
  const died = daysOf(parent.dateOfDeath)
  const people = [parent.id, child.id]
  if (older.from !== null && younger.to !== null && younger.to < older.from) {
    return [{ code: 'CHILD_OLDER_THAN_PARENT', people }]
  }
  if (kind !== 'birth') return []

  const warnings: FamilyWarning[] = []
  if (older.from !== null && younger.to !== null && younger.to - older.from < YOUNGEST_PARENT_YEARS * YEAR) {
    warnings.push({ code: 'PARENT_VERY_YOUNG', people })
  }
  if (parent.sex === 'female' && died.to !== null && younger.from !== null && younger.from > died.to) {
    warnings.push({ code: 'BORN_AFTER_MOTHERS_DEATH', people })
  }
  return warnings
}

/** Contradictions between the dates of one person. */
export function warnAboutLife(person: DatedPerson): FamilyWarning[] {
  const [born, died] = [daysOf(person.dateOfBirth), daysOf(person.dateOfDeath)]
  if (born.from === null || died.to === null || died.to >= born.from) return []
  return [{ code: 'DEATH_BEFORE_BIRTH', people: [person.id] }]
}
