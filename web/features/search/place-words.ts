import { foundOfKind } from '#contract/found-of-kind.ts'
import type { FoundPerson, FoundPlace, FoundStory, SearchAnswer } from '#contract/search.ts'
import { countOf } from '../../lib/format.ts'

/** The search parameters of the story's address that lead to a match. */
export function addressOf(place: FoundPlace): { part?: string; t?: number; tab?: 'summary' | 'comments' } {
  // A comment is read first; its moment can be played from there.
  if (place.kind === 'comment') return { tab: 'comments' }
  if (place.recordingId !== null && place.seconds !== null) {
    return { part: place.recordingId, t: Math.floor(place.seconds) }
  }
  return ['note', 'about', 'caption'].includes(place.kind) ? { tab: 'summary' } : {}
}

/** How many of a story's matches a search brings, those that its title shows among them. */
const broughtOfStory = 4

/** Whether a story has matches that the search has not brought, so that they have to be asked for. */
export const hasMorePlaces = ({ placeCount }: Pick<FoundStory, 'placeCount'>): boolean =>
  placeCount > broughtOfStory

/** How a person is described: by their relationship in one's own family, else by who shared their page. */
export function personWords({
  relationship,
  sharedBy,
}: Pick<FoundPerson, 'relationship' | 'sharedBy'>): string {
  return sharedBy === null ? relationship : `Shared by ${sharedBy || 'somebody'}`
}

/** Whether there may be more of a kind than the search has brought. */
export const mayHaveMore = (found: readonly unknown[]): boolean => found.length >= foundOfKind

/** The result of a search in one sentence, both shown and announced to screen readers. */
export function foundWords(
  { stories, people, prompts, books }: Pick<SearchAnswer, 'stories' | 'people' | 'prompts' | 'books'>,
  hasMore: boolean,
): string {
  const kinds = [
    stories.length > 0 ? `${hasMore ? 'more than ' : ''}${countOf(stories.length, 'story', 'stories')}` : '',
    books.length > 0 ? `${atLeast(books)}${countOf(books.length, 'storybook')}` : '',
    people.length > 0 ? `${atLeast(people)}${countOf(people.length, 'person', 'people')}` : '',
    prompts.length > 0 ? `${atLeast(prompts)}${countOf(prompts.length, 'question')}` : '',
  ].filter(Boolean)
  return kinds.length > 0 ? `Found ${kinds.join(', ')}.` : 'Nothing found.'
}

const atLeast = (found: readonly unknown[]): string => (mayHaveMore(found) ? 'at least ' : '')
