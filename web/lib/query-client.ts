import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { isPassing } from './errors.ts'

/** The cache of what the server said. Live changes mark it stale, so it does not refetch on every focus. */
export function createQueryClient(): QueryClient {
  return new PatientQueryClient({
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
 * Lets the next page of a list arrive before the list is read anew. Otherwise reading anew cancels it without a word, and
 * whoever pressed "Show more" on a slow line waits for nothing.
 */
class PatientQueryClient extends QueryClient {
  override async invalidateQueries<TaggedKey extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<TaggedKey> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const growing = new Set(this.getQueryCache().findAll(filters).filter(isGrowing))
    const matches = filters.predicate ?? (() => true)
    const now = super.invalidateQueries(
      { ...filters, predicate: (query) => !growing.has(query) && matches(query) },
      options,
    )
    const later = [...growing].map(async (query) => {
      await query.promise?.catch(() => undefined)
      await super.invalidateQueries({ ...filters, predicate: (each) => each === query }, options)
    })
    await Promise.all([now, ...later])
  }
}

const isGrowing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined
