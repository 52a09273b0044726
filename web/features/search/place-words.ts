import type { FoundPerson, FoundPlace, SearchAnswer } from '#contract/search.ts'
import { countOf } from '../../lib/format.ts'

/** Where a found place is in its story: the address's search parameters. */
export function addressOf(place: FoundPlace): { part?: string; t?: number; tab?: 'summary' | 'comments' } {
  // Read first, and played from there by a press on its moment.
  if (place.kind === 'comment') return { tab: 'comments' }
  if (place.recordingId !== null && place.seconds !== null) {
    return { part: place.recordingId, t: Math.floor(place.seconds) }
  }
  return ['note', 'about', 'caption'].includes(place.kind) ? { tab: 'summary' } : {}
}

/** Who somebody is: to one's own family, or by whom their page is shared. */
export function personWords({
  relationship,
  sharedBy,
}: Pick<FoundPerson, 'relationship' | 'sharedBy'>): string {
  return sharedBy === null ? relationship : `Shared by ${sharedBy || 'somebody'}`
}

/** What was found, in one sentence, for eyes and for screen readers. */
export function foundWords(
  { stories, people, prompts, books }: Pick<SearchAnswer, 'stories' | 'people' | 'prompts' | 'books'>,
  hasMore: boolean,
): string {
  const kinds = [
    stories.length > 0 ? `${hasMore ? 'more than ' : ''}${countOf(stories.length, 'story', 'stories')}` : '',
    books.length > 0 ? countOf(books.length, 'storybook') : '',
    people.length > 0 ? countOf(people.length, 'person', 'people') : '',
    prompts.length > 0 ? countOf(prompts.length, 'question') : '',
  ].filter(Boolean)
  return kinds.length > 0 ? `Found ${kinds.join(', ')}.` : 'Nothing found.'
}
