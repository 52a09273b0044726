import type { ParentKind, UnionKind } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'

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
