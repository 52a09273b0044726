import type { Storybook } from '#contract/storybooks.ts'

export type ChosenStory = { id: string; title: string }

/** The title, description and stories of a book, as its form edits them. */
export type BookWords = { title: string; description: string; stories: ChosenStory[] }

export const wordsOf = ({ title, description, stories }: Storybook): BookWords => ({
  title,
  description,
  stories: stories.map((story) => ({ id: story.id, title: story.title })),
})
