import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Story, StoryUpdate } from '#contract/stories.ts'
import { toastError, toastSuccess } from '../ui/toast.tsx'
import { keepAnswer } from './keep-answer.ts'
import { useMeanwhile } from './meanwhile.ts'
import { client, orpc } from './rpc.ts'

type Words = NonNullable<StoryUpdate['was']>

/**
 * Saves a story's title and details over what others of the family changed meanwhile, and updates the cached story.
 *
 * @param wordsOf the fields of the form
 * @param goOnWith called with the merged fields where both sides changed the same field, so that nothing was saved yet
 */
export function useStoryWords<Fields extends Words>(
  story: Story,
  wordsOf: (story: Story) => Fields,
  { onSaved, goOnWith }: { onSaved: () => void; goOnWith: (fields: Fields) => void },
) {
  const queries = useQueryClient()
  const { id } = story
  const { replaced, save } = useMeanwhile(story, {
    fieldsOf: wordsOf,
    read: () => client.stories.get({ id }),
    write: ({ changed, was }: { changed: Words; was: Words }) =>
      client.stories.update({ ...changed, was, id }),
  })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (outcome) => {
      if ('fields' in outcome) return goOnWith(outcome.fields)
      await keepAnswer(queries, orpc.stories.get.queryKey({ input: { id } }), outcome.saved)
      queries.invalidateQueries({ queryKey: orpc.stories.list.key() })
      toastSuccess('Story updated successfully')
      onSaved()
    },
    onError: () => toastError('Failed to update story'),
  })
  return { replaced, saving }
}
