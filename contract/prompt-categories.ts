/** The categories of prompts. They are separate from the schemas, so that a page that needs them does not load zod. */
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
