/** What somebody is to the person whose family it is. Apart from the schemas, which the page does without. */
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
