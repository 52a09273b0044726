import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './errors.ts'

/** The cache of what the server said. Live changes mark it stale, so it does not refetch on every focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
