import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/rpc.ts'

/** The questions used when none can be fetched. */
const usual = [
  'What is your earliest memory?',
  'Who did you love to spend time with as a child?',
  'What would you like those who come after you to know?',
]

/** Questions to read aloud, those never asked first; the usual three without a network. Null while loading. */
export function useVoiceQuestions(): readonly string[] | null {
  const found = useQuery({
    ...orpc.prompts.list.queryOptions({ input: { list: 'official', asked: 'no', limit: 50 } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Refetching when the window regains the focus would unmount the room, and with it a recording that is going on.
    refetchOnWindowFocus: false,
  })
  if (found.isPending) return null
  const texts = found.data?.items.map(({ text }) => text) ?? []
  return texts.length > 0 ? texts : usual
}
