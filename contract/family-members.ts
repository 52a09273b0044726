import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import {
  clientId,
  cursor,
  id,
  instant,
  optionalEmailAddress,
  optionalText,
  pageInput,
  pageOf,
  requiredText,
  rowVersion,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { relationships } from '#contract/relationships.ts'
import { storyRole } from '#contract/story-roles.ts'

export const relationship = z.enum(relationships)

export const sexes = ['female', 'male', 'other', 'unknown'] as const
export const sex = z.enum(sexes)
export type Sex = z.infer<typeof sex>

/** What is known of a person. Dates are as people write them (contract/family-date-text.ts). */
const facts = {
  sex,
  birthName: z.string(),
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  dateOfDeath: z.string(),
  placeOfDeath: z.string(),
  isDeceased: z.boolean(),
  currentLocation: z.string(),
  email: z.string(),
  phone: z.string(),
  bio: z.string(),
}

export const familyMember = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  relationship,
  /** The person through whom they belong to the family, e.g. the parent on a grandparent's side. Shown to the owner alone. */
  viaId: id.nullable(),
  /** What the requesting person may do. */
  role: storyRole,
  /** The owner of the family that the person belongs to; null for one's own family. */
  ownerName: z.string().nullable(),
  ...facts,
  /** Signed address of the portrait, or null. */
  portrait: z.string().nullable(),
  /** Whether this is the account's own person. */
  isSelf: z.boolean(),
  /** Whether this is a placeholder for a person who has not been named yet. */
  isPlaceholder: z.boolean(),
  /** Whether this placeholder was added to draw a line that follows from a label, and not by a person or a file. */
  isDerived: z.boolean(),
  /** Sent back with every change, so that two people who edit at once do not overwrite each other. */
  version: z.int(),
  createdAt: instant,
})
export type FamilyMember = z.infer<typeof familyMember>

const given = {
  relationship,
  viaId: id.nullable(),
  sex,
  birthName: optionalText(limits.speakerName),
  dateOfBirth: optionalText(limits.shortText),
  placeOfBirth: optionalText(limits.shortText),
  dateOfDeath: optionalText(limits.shortText),
  placeOfDeath: optionalText(limits.shortText),
  isDeceased: z.boolean(),
  currentLocation: optionalText(limits.shortText),
  email: optionalEmailAddress,
  phone: optionalText(limits.shortText),
  bio: optionalText(limits.longText),
}

const firstName = requiredText(limits.speakerName, 'Please enter a first name')
const lastName = requiredText(limits.speakerName, 'Please enter a last name')

export const newFamilyMember = z.object({
  id: clientId,
  firstName,
  lastName,
  relationship: given.relationship.default('Other'),
  viaId: given.viaId.default(null),
  sex: given.sex.default('unknown'),
  birthName: given.birthName.default(''),
  dateOfBirth: given.dateOfBirth.default(''),
  placeOfBirth: given.placeOfBirth.default(''),
  dateOfDeath: given.dateOfDeath.default(''),
  placeOfDeath: given.placeOfDeath.default(''),
  isDeceased: given.isDeceased.default(false),
  currentLocation: given.currentLocation.default(''),
  email: given.email.default(''),
  phone: given.phone.default(''),
  bio: given.bio.default(''),
})
export type NewFamilyMember = z.output<typeof newFamilyMember>

/** The fields that may be changed; omitted fields stay as they are. */
export const familyMemberUpdate = z
  .object({
    firstName,
    lastName,
    ...given,
  })
  .partial()
  .extend({ id, version: rowVersion })
export type FamilyMemberUpdate = z.output<typeof familyMemberUpdate>

/** A story as a person's page lists it. */
export const personStory = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** Seconds. */
  duration: z.int(),
  /** When the story took place, as somebody wrote it. */
  date: z.string(),
  createdAt: instant,
})
export type PersonStory = z.infer<typeof personStory>

export const familyMembersContract = {
  list: procedure
    .route({ method: 'GET', path: '/family-members', summary: 'Your family, newest first' })
    .input(pageInput)
    .output(pageOf(familyMember)),
  get: procedure
    .route({ method: 'GET', path: '/family-members/{id}', summary: 'A person' })
    .input(z.object({ id }))
    .output(familyMember)
    .errors(errors('NOT_FOUND')),
  create: procedure
    .route({
      method: 'PUT',
      path: '/family-members/{id}',
      summary: 'Add a person; repeating it changes nothing',
    })
    .input(newFamilyMember)
    .output(familyMember)
    .errors(errors('FORBIDDEN')),
  update: procedure
    .route({ method: 'PATCH', path: '/family-members/{id}', summary: 'Change a person' })
    .input(familyMemberUpdate)
    .output(familyMember)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  delete: procedure
    .route({ method: 'DELETE', path: '/family-members/{id}', summary: 'Remove a person and their lines' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  removePortrait: procedure
    .route({ method: 'DELETE', path: '/family-members/{id}/portrait', summary: 'Take a portrait away' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  stories: procedure
    .route({
      method: 'GET',
      path: '/family-members/{id}/stories',
      summary: 'The stories a person tells, and those they are mentioned in',
    })
    .input(z.object({ id, cursor: cursor.optional() }))
    /** A page of each of the two lists, newest first; `nextCursor` goes on with both. */
    .output(
      z.object({
        told: z.array(personStory),
        mentioned: z.array(personStory),
        nextCursor: z.string().nullable(),
      }),
    )
    .errors(errors('NOT_FOUND')),
}
