import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Puts what the server answered to a change in place of what was shown. A question that is under way may have been
 * answered before the change was made: its answer would come last and win, so it is called off and asked again. What was read
 * since the change was sent may in turn be newer than its answer, as when the stream of changes told of it before: it stays,
 * and is read once more.
 * Called by a change when its answer comes.
 *
 * @returns when what is shown is up to date
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

/** When the change was sent that is being answered, in milliseconds since 1970: as early as any that is under way. */
const sentAt = (queries: QueryClient): number =>
  Math.min(
    ...queries
      .getMutationCache()
      .findAll({ status: 'pending' })
      .map(({ state }) => state.submittedAt),
  )
