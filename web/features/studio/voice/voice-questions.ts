import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/rpc.ts'

/** `id`: of the prompt, by which it is known to have been asked; null for a question that is none. */
export type VoiceQuestion = { id: string | null; text: string }

/** The questions used when none can be fetched. */
const usual: VoiceQuestion[] = [
  'What is your earliest memory?',
  'Who did you love to spend time with as a child?',
  'What would you like those who come after you to know?',
].map((text) => ({ id: null, text }))

/** Questions to read aloud that were never asked; the usual three without a network. Null while loading. */
export function useVoiceQuestions(): readonly VoiceQuestion[] | null {
  const found = useQuery({
    ...orpc.prompts.list.queryOptions({ input: { list: 'official', asked: 'no', limit: 50 } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Not kept for the next visit: by then some have been asked.
    gcTime: 0,
    // Refetching when the window regains the focus would unmount the room, and with it a recording that is going on.
    refetchOnWindowFocus: false,
  })
  if (found.isPending) return null
  const items = found.data?.items ?? []
  return items.length > 0 ? items : usual
}
