import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Refetches all cached answers of some parts of `orpc`, whatever their input. Resolves when those on the screen have arrived. */
export function readAnew(queries: QueryClient, ...parts: { key: () => QueryKey }[]): Promise<unknown> {
  return Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: part.key() })))
}
