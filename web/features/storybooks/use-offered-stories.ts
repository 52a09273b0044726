import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'
import type { Offered } from '../../ui/choose-in-order.tsx'
import type { ChosenStory } from './book-words.ts'

/** The person's own stories that can be added to a book: all, newest first, or those that match the words. */
export function useOfferedStories(personId: string, words: string): Offered<ChosenStory> {
  const all = useInfiniteQuery({
    ...orpc.stories.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    enabled: words === '',
  })
  const found = useInfiniteQuery({
    ...orpc.search.find.infiniteOptions({
      input: (cursor: string | undefined) => ({ q: words, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    enabled: words !== '',
    // The previous results stay on the screen while the next search runs.
    placeholderData: keepPreviousData,
  })

  if (words === '') return { ...all, items: all.data?.pages.flatMap(({ items }) => items.map(asChosen)) }
  const own = found.data?.pages.flatMap(({ stories }) =>
    stories.filter(({ ownerId }) => ownerId === personId),
  )
  return { ...found, items: own?.map(({ id, title }) => ({ id, title: title.text })) }
}

const asChosen = ({ id, title }: ChosenStory): ChosenStory => ({ id, title })
