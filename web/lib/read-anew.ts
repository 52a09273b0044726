import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Has the answers of some parts of `orpc` read anew, whatever they were asked with. Resolves when those are there that are on the
 * screen.
 */
export function readAnew(queries: QueryClient, ...parts: { key: () => QueryKey }[]): Promise<unknown> {
  return Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: part.key() })))
}
