import type { ParentKind, UnionKind } from '#contract/family.ts'
import type { Relationship, Sex } from '#contract/family-members.ts'

/** As the specification lists them. Written out here, so that the page does not load the schemas. */
export const relationshipNames: Relationship[] = [
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
]

export const sexNames: Record<Sex, string> = {
  unknown: 'Not said',
  female: 'Female',
  male: 'Male',
  other: 'Other',
}

export const parentNames: Record<ParentKind, string> = {
  birth: 'By birth',
  adoptive: 'By adoption',
  step: 'Stepparent',
  foster: 'Foster parent',
  unknown: 'Not known how',
}

export const unionNames: Record<UnionKind, string> = {
  married: 'Married',
  partners: 'Partners',
  engaged: 'Engaged',
  separated: 'Separated',
  divorced: 'Divorced',
  widowed: 'Widowed',
  unknown: 'Not known how',
}
