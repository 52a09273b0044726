import { useQuery } from '@tanstack/react-query'
import { idOnDevice } from '../../../lib/request.ts'
import { client } from '../../../lib/rpc.ts'
import { isMarkedHere } from '../asked-marks.ts'

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
    queryKey: ['voice', 'questions'],
    queryFn: unasked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Not kept for the next visit: by then some have been asked.
    gcTime: 0,
    // Refetching when the window regains the focus would unmount the room, and with it a recording that is going on.
    refetchOnWindowFocus: false,
  })
  if (found.isPending) return null
  const items = found.data ?? []
  return items.length > 0 ? items : usual
}

/** Without those that were asked on this device: the server may hear of that only once their recordings have arrived. */
async function unasked(): Promise<VoiceQuestion[]> {
  const { items } = await client.prompts.list({ list: 'official', asked: 'no', limit: 50 })
  const userId = idOnDevice()
  return items.filter(({ id }) => userId === null || !isMarkedHere(userId, id))
}
