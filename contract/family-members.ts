import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, instant, optionalText, pageInput, pageOf, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const relationships = [
  'Parent',
  'Child',
  'Grandparent',
  'Grandchild',
  'Sibling',
  'Aunt/Uncle',
  'Niece/Nephew',
  'Cousin',
  'Spouse',
  'Other',
] as const
export const relationship = z.enum(relationships)
export type Relationship = z.infer<typeof relationship>

export const familyMember = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  relationship,
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  currentLocation: z.string(),
  email: z.string(),
  phone: z.string(),
  bio: z.string(),
  createdAt: instant,
})
export type FamilyMember = z.infer<typeof familyMember>

export const newFamilyMember = z.object({
  id: clientId,
  firstName: requiredText(limits.speakerName),
  lastName: requiredText(limits.speakerName),
  relationship: relationship.default('Other'),
  dateOfBirth: optionalText(limits.shortText).default(''),
  placeOfBirth: optionalText(limits.shortText).default(''),
  currentLocation: optionalText(limits.shortText).default(''),
  email: optionalText(limits.shortText).default(''),
  phone: optionalText(limits.shortText).default(''),
  bio: optionalText(limits.longText).default(''),
})

export const familyMembersContract = {
  list: procedure
    .route({ method: 'GET', path: '/family-members', summary: 'Your family, newest first' })
    .input(pageInput)
    .output(pageOf(familyMember)),
  create: procedure
    .route({
      method: 'PUT',
      path: '/family-members/{id}',
      summary: 'Add a person; repeating it changes nothing',
    })
    .input(newFamilyMember)
    .output(familyMember),
  delete: procedure
    .route({ method: 'DELETE', path: '/family-members/{id}', summary: 'Remove a person' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND')),
}
