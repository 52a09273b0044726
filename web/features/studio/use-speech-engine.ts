import { useQuery } from '@tanstack/react-query'
import type { SpeechEngine } from '#contract/transcripts.ts'
import { orpc } from '../../lib/rpc.ts'

/** Whether this server can cut recordings into pieces, as an engine or an own key needs; true until it has said. */
export function useCanCut(): boolean {
  const told = useQuery({ ...orpc.transcripts.engine.queryOptions(), staleTime: 10 * 60_000 })
  return told.data?.canCut ?? true
}

/** The engine that transcribes recordings here: null where there is none, undefined until the server has said. */
export function useSpeechEngine(): SpeechEngine | null | undefined {
  const told = useQuery({ ...orpc.transcripts.engine.queryOptions(), staleTime: 10 * 60_000 })
  return told.data?.engine
}
