/**
 * What a person is to the owner of the family. The list is separate from the schemas, so that a page that needs it does not load
 * zod.
 */
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
export type Relationship = (typeof relationships)[number]
