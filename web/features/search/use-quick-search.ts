import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'
import { useSettled } from '../../lib/use-settled.ts'

const quickStories = 5

/**
 * What is found for what is being typed. Answers are kept by their question, so that a late one for an earlier question
 * is never shown; until the answer is there, the one before stands.
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
    // What stands is nothing to be alarmed about when it cannot be read anew.
    isError: answer.isLoadingError,
    retry: answer.refetch,
  }
}
