import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/rpc.ts'

/** When the files that the person keeps were last read again, and with what result. */
export function useFixity() {
  return useQuery(orpc.fixity.get.queryOptions())
}

/** The damaged originals of a story, one's own or shared; undefined until it is known, and until then no original is called safe. */
export function useDamagedIn(storyId: string): ReadonlySet<string> | undefined {
  const { data } = useQuery(orpc.fixity.inStory.queryOptions({ input: { id: storyId } }))
  return useMemo(() => data && new Set(data), [data])
}

/** The person's damaged files, as a rule none. Changes are announced over the live stream. */
export function useDamaged() {
  return useQuery(orpc.fixity.damaged.queryOptions({ staleTime: 10 * 60_000 }))
}
