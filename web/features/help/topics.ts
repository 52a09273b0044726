import type { Article } from './article.ts'

/** The three topics, with their articles in order; an article's file is named after its slug. */
const order = {
  'Getting Started': [
    'what-kinora-keeps',
    'your-first-story',
    'your-account',
    'invite-your-family',
    'kinora-on-your-phone',
  ],
  'Recording Tips': [
    'prepare-the-room',
    'camera-and-microphone',
    'record-with-a-phone',
    'ask-a-relative-far-away',
    'questions-that-open-doors',
    'while-you-record',
    'nothing-gets-lost',
    'upload-old-films-and-photos',
  ],
  'Managing Stories': [
    'find-a-story',
    'correct-a-transcript',
    'add-details-and-notes',
    'share-a-story',
    'make-a-storybook',
    'delete-and-bring-back',
  ],
} as const

export type HelpArticle = Article & { slug: string }
export type Topic = { title: string; articles: HelpArticle[] }

const modules = import.meta.glob<Article>('./articles/*.md', { eager: true, import: 'article' })

export const topics: Topic[] = Object.entries(order).map(([title, slugs]) => ({
  title,
  articles: slugs.map((slug) => ({ slug, ...read(slug) })),
}))

export const helpArticles: HelpArticle[] = topics.flatMap(({ articles }) => articles)

function read(slug: string): Article {
  const article = modules[`./articles/${slug}.md`]
  if (!article) throw new Error(`there is no article ${slug}`)
  return article
}
