import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'
import { useSettled } from '../../lib/use-settled.ts'

const quickStories = 5

/**
 * Search results while typing. Answers are cached by query, so that a late answer to an earlier query is
 * never shown; until the answer arrives, the previous results stay.
 */
export function useQuickSearch(typed: string) {
  const q = useSettled(typed.trim())
  const answer = useQuery({
    ...orpc.search.find.queryOptions({ input: { q, limit: quickStories } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const isWaiting = typed.trim() !== q || (q !== '' && (answer.isPending || answer.isPlaceholderData))
  return {
    q,
    answer: q === '' ? undefined : answer.data,
    isWaiting,
    // If a refetch fails, the results already shown stay, and the error need not be reported.
    isError: answer.isLoadingError,
    retry: answer.refetch,
  }
}
