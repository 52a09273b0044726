import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts the server's answer to a mutation into the query cache. A query in flight may have been answered before the change was made;
 * its answer would arrive last and win, so the query is cancelled and sent again. Data fetched since the mutation was sent may in turn
 * be newer than the mutation's answer, for instance when the live stream announced the change first: such data is kept, and fetched
 * once more.
 * To be called by a mutation when its answer arrives.
 *
 * @returns a promise that resolves when the shown data is up to date
 */
export async function keepAnswer<Key extends QueryKey>(
  queries: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  const isUnderWay = queries.isFetching({ queryKey, exact: true }) > 0
  const readAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  const mayBeNewer = readAt >= sentAt(queries)
  if (isUnderWay) queries.cancelQueries({ queryKey, exact: true })
  if (!mayBeNewer) queries.setQueryData<unknown>(queryKey, answer)
  if (isUnderWay || mayBeNewer) await queries.invalidateQueries({ queryKey, exact: true })
}

/** When the answered mutation was sent, in milliseconds since 1970: taken to be the oldest one that is still pending. */
const sentAt = (queries: QueryClient): number =>
  Math.min(
    ...queries
      .getMutationCache()
      .findAll({ status: 'pending' })
      .map(({ state }) => state.submittedAt),
  )
