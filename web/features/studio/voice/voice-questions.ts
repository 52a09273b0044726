import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/rpc.ts'

/** What is asked where no questions can be fetched. */
const usual = [
  'What is your earliest memory?',
  'Who did you love to spend time with as a child?',
  'What would you like those who come after you to know?',
]

/** Questions to read aloud, those that were never asked first; the usual three without a network. */
export function useVoiceQuestions(): readonly string[] | null {
  const found = useQuery({
    ...orpc.prompts.list.queryOptions({ input: { list: 'official', asked: 'no', limit: 50 } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Who looks elsewhere while they tell goes on: asking anew would take the room away, and the recording with it.
    refetchOnWindowFocus: false,
  })
  if (found.isPending) return null
  const texts = found.data?.items.map(({ text }) => text) ?? []
  return texts.length > 0 ? texts : usual
}
