import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { noteAnswer } from './cut-off.ts'
import { isPassing } from './errors.ts'

/** A query that takes longer than this has probably been lost. */
export const READING_MS_MAX = 10_000

/** The query cache. Live changes mark its entries stale, so it need not refetch on every focus. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onSuccess: (_, query) => noteAnswer(query) })
  queryCache.subscribe(keepFailures())
  return new PatientQueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Sends requests even when the browser believes it is offline: they then fail, and the page says so instead of waiting silently.
        networkMode: 'always',
        retry: (count, error) => count < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Keeps a query without data in its failed state while it is being retried, for as long as a component uses it: the page keeps
 * showing the error and the button that retries. By itself the cache would drop the error at each fetch: every refetch on focus would
 * turn the page back into a spinner, and every further failure would be announced as a new one. A page that is opened anew starts
 * without the error and waits for the answer.
 */
function keepFailures(): (event: QueryCacheNotifyEvent) => void {
  const failures = new WeakMap<Query, Error>()
  return (event) => {
    const { query } = event
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) failures.delete(query)
    if (event.type !== 'updated' || query.state.data !== undefined) return
    if (event.action.type === 'error') failures.set(query, event.action.error)
    const error = failures.get(query)
    if (event.action.type === 'fetch' && error) query.setState({ status: 'error', error })
  }
}

/**
 * Lets a first fetch, or the fetch of a list's next page, finish before the invalidation refetches it. Otherwise the invalidation
 * would be satisfied by that first answer, though it may be older than the change; and it would silently cancel the next page, so that
 * "Show more" on a slow connection would wait in vain. Callers that have saved something and wait until it is shown wait ten seconds
 * at most: it is saved by then.
 */
class PatientQueryClient extends QueryClient {
  override async invalidateQueries<TaggedKey extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<TaggedKey> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const arriving = new Set(this.getQueryCache().findAll(filters).filter(isArriving))
    const matches = filters.predicate ?? (() => true)
    const now = super.invalidateQueries(
      { ...filters, predicate: (query) => !arriving.has(query) && matches(query) },
      options,
    )
    const later = [...arriving].map(async (query) => {
      await query.promise?.catch(() => undefined)
      await super.invalidateQueries({ ...filters, predicate: (each) => each === query }, options)
    })
    await notLong(Promise.all([now, ...later]))
  }
}

const isArriving = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)

/** Resolves when `reading` does, but after `READING_MS_MAX` at the latest. */
async function notLong(reading: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READING_MS_MAX)
  })
  await Promise.race([reading, enough]).finally(() => clearTimeout(timer))
}
