import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/rpc.ts'

/** When everything somebody keeps was last read again, and how it was found. */
export function useFixity() {
  return useQuery(orpc.fixity.get.queryOptions())
}

/** The damaged originals of a story, one's own or shared; undefined while nobody has said, and then nothing is called safe. */
export function useDamagedIn(storyId: string): ReadonlySet<string> | undefined {
  const { data } = useQuery(orpc.fixity.inStory.queryOptions({ input: { id: storyId } }))
  return useMemo(() => data && new Set(data), [data])
}

/** What is damaged of one's own: as a rule nothing. News of it come by themselves. */
export function useDamaged() {
  return useQuery(orpc.fixity.damaged.queryOptions({ staleTime: 10 * 60_000 }))
}
