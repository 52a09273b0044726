import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/rpc.ts'

/** When everything somebody keeps was last read again, and how it was found. */
export function useFixity() {
  return useQuery(orpc.fixity.get.queryOptions())
}

/** What is damaged of one's own: as a rule nothing. News of it come by themselves. */
export function useDamaged() {
  return useQuery(orpc.fixity.damaged.queryOptions({ staleTime: 10 * 60_000 }))
}
