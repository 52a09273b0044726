import { v7 as uuidv7 } from 'uuid'
import type { Relationship } from '../contract/relationships.ts'
import type { Person } from './person.ts'

/** Somebody of the family Petrova, by what they are to whoever adds them. */
export const addRelative = (
  { api }: Person,
  firstName: string,
  relationship: Relationship,
  more: object = {},
) => api.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova', relationship, ...more })
