import { v7 as uuidv7 } from 'uuid'
import type { Relationship } from '../contract/relationships.ts'
import type { Person } from './person.ts'

/** Adds a person of the family Petrova, with their relationship to the person who adds them. */
export const addRelative = (
  { api }: Person,
  firstName: string,
  relationship: Relationship,
  more: object = {},
) => api.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova', relationship, ...more })
