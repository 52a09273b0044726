import type { Storybook } from '#contract/storybooks.ts'

export type ChosenStory = { id: string; title: string }

/** What a book is called and holds, as its form has it. */
export type BookWords = { title: string; description: string; stories: ChosenStory[] }

export const wordsOf = ({ title, description, stories }: Storybook): BookWords => ({
  title,
  description,
  stories: stories.map((story) => ({ id: story.id, title: story.title })),
})
