import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts what the server answered to a change in place of what was shown. A question that is under way may have been
 * answered before the change was made: its answer would come last and win, so it is called off and asked again.
 */
export function keepAnswer<Key extends QueryKey>(
  queries: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): void {
  const isUnderWay = queries.isFetching({ queryKey, exact: true }) > 0
  if (isUnderWay) queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData<unknown>(queryKey, answer)
  if (isUnderWay) queries.invalidateQueries({ queryKey, exact: true })
}
