/** What questions are sorted by. Apart from the schemas, which the page does without. */
export const promptCategories = [
  'Childhood Memories',
  'Life Milestones',
  'Family Heritage',
  'Cultural Traditions',
  'Career & Work',
  'Relationships',
  'Travel & Adventure',
  'Personal Growth',
] as const
