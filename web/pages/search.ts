import type { StoryMethod } from '#contract/stories.ts'

type Search = Record<string, unknown>

const methods: readonly StoryMethod[] = ['recording', 'journal', 'upload']

/** `/app/stories?new=journal` opens the new-story dialog with that method in front. */
export function readNewStorySearch(search: Search): { new?: StoryMethod } {
  const method = methods.find((known) => known === search.new)
  return method ? { new: method } : {}
}

/** The recap names its story in the address, so that a reload still finds it. */
export function readRecapSearch(search: Search): { storyId?: string } {
  return typeof search.storyId === 'string' ? { storyId: search.storyId } : {}
}

/** What a mailed link carries: a one-time token and what it is for. */
export function readTokenSearch(search: Search): { token_hash?: string; type?: string } {
  return {
    ...(typeof search.token_hash === 'string' ? { token_hash: search.token_hash } : {}),
    ...(typeof search.type === 'string' ? { type: search.type } : {}),
  }
}
