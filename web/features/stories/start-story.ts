import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { toldInstant } from '../../lib/told-time.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import type { StoryDraft } from './new-story-dialog.tsx'

/**
 * Takes a new story to where it is kept: the studio, the journal or the upload page. A story that is recorded is
 * created by the studio when the recording begins; those of the other two methods are created here.
 */
export function useStartStory() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const hereNow = useStillHere()
  const { idFor, made } = useIdForWords()

  const start = useMutation({
    mutationFn: async (draft: StoryDraft) => {
      const storyId = idFor(draft)
      const isStillHere = hereNow()
      if (draft.method === 'recording') {
        const { title, description } = draft
        return navigate({ to: '/app/studio', search: toRecord({ storyId, title, description }) })
      }

      const at = await toldInstant()
      try {
        await client.stories.create({ id: storyId, ...draft, date: formatDate(at), time: formatTime(at) })
      } catch (error) {
        // A journal can be begun offline: its entries are kept on this device until the story can be created.
        if (draft.method !== 'journal' || situationOf(error) !== 'OFFLINE' || !isStillHere()) throw error
        return navigate({ to: '/app/write', search: { storyId, title: draft.title } })
      }
      made()
      toastSuccess('Story added successfully')
      await queries.invalidateQueries({ queryKey: orpc.stories.list.key() })
      if (!isStillHere()) return

      const to = draft.method === 'journal' ? '/app/stories/$storyId/journal' : '/app/stories/$storyId/upload'
      return navigate({ to, params: { storyId } })
    },
    onError: () => toastError('Failed to add story'),
  })

  return {
    start: start.mutate,
    busy: start.isPending ? start.variables.method : null,
    error: start.isError ? sentenceOf(start.error) : null,
    reset: start.reset,
  }
}
