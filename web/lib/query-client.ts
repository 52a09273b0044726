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

/** What takes longer to be read has probably been lost on its way. */
export const READING_MS_MAX = 10_000

/** The cache of what the server said. Live changes mark it stale, so it does not refetch on every focus. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onSuccess: (_, query) => noteAnswer(query) })
  queryCache.subscribe(keepFailures())
  return new PatientQueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Asks even when the browser believes to be offline: the page then says so instead of waiting in silence.
        networkMode: 'always',
        retry: (count, error) => count < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * What could not be read stays a failure while it is asked for again, as long as somebody looks at it: the page goes on saying so in
 * its place, and the button that asks again is there. By itself the cache would forget it with each question, every look at another
 * window would make a page wait anew for what it has not, and every new answer would be told as a new failure. Whoever comes to a
 * page anew waits for the answer.
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
 * Lets what is read for the first time arrive before it is read anew, and so the next page of a list. Reading anew would
 * otherwise take that first answer for new, though it may be older than the change; and it would cancel the next page without
 * a word, for which whoever pressed "Show more" on a slow line then waits in vain. Whoever has saved something and waits until it
 * is seen waits for ten seconds at most: it is saved.
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

/** Resolves with `reading`, but no later than after `READING_MS_MAX`. */
async function notLong(reading: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READING_MS_MAX)
  })
  await Promise.race([reading, enough]).finally(() => clearTimeout(timer))
}
