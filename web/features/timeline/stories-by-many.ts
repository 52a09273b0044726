import type { StoryCard } from '#contract/stories.ts'

/** How many stories are loaded at once: with more, nobody would find their way on one line. The person can load as many again. */
const manyStories = 500
const pageSize = 100

type Page = { items: StoryCard[]; nextCursor: string | null }
type List = (input: { limit: number; cursor?: string }) => Promise<Page>

/** The next `manyStories` stories, newest first, continuing where the previous batch ended. */
export async function manyFrom(list: List, from: string | undefined): Promise<Page> {
  const items: StoryCard[] = []
  let nextCursor = from ?? null
  do {
    const page = await list({ limit: pageSize, ...(nextCursor ? { cursor: nextCursor } : {}) })
    items.push(...page.items)
    nextCursor = page.nextCursor
  } while (nextCursor && items.length < manyStories)
  return { items, nextCursor }
}
