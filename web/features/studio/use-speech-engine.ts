import { useQuery } from '@tanstack/react-query'
import type { SpeechEngine } from '#contract/transcripts.ts'
import { orpc } from '../../lib/rpc.ts'

/** Whether this server has what cuts recordings for an engine or a key; true while it has not said. */
export function useCanCut(): boolean {
  const told = useQuery({ ...orpc.transcripts.engine.queryOptions(), staleTime: 10 * 60_000 })
  return told.data?.canCut ?? true
}

/** What transcribes recordings at this Kinora: null where nothing does, undefined while the server has not said. */
export function useSpeechEngine(): SpeechEngine | null | undefined {
  const told = useQuery({ ...orpc.transcripts.engine.queryOptions(), staleTime: 10 * 60_000 })
  return told.data?.engine
}
