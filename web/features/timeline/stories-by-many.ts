import type { StoryCard } from '#contract/stories.ts'

/** More stories than anybody finds their way in on one line; whoever wants more asks for as many again. */
const manyStories = 500
const pageSize = 100

type Page = { items: StoryCard[]; nextCursor: string | null }
type List = (input: { limit: number; cursor?: string }) => Promise<Page>

/** So many stories, newest first, from where those before ended. */
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
