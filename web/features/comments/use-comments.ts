import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { goneIsDeleted } from '../../lib/gone.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** The comments on a story, newest first, loaded page by page. */
export function useComments(storyId: string) {
  return useInfiniteQuery(
    orpc.comments.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { storyId, cursor } : { storyId }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

function useCommentMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.comments.key() }),
  })
}

type NewComment = Parameters<typeof client.comments.add>[0]

/**
 * Adds comments to a story. Whether one is under way or has failed is known to every box for that story, also to one that was mounted
 * since it was sent.
 *
 * @param onAdded called once the comment is saved, even if the box has been unmounted by
 * then, because its draft must be discarded all the same
 */
export function useAddComment(storyId: string, onAdded: (said: NewComment) => void) {
  const queries = useQueryClient()
  const mutationKey = ['comment', storyId]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (said: NewComment) => client.comments.add(said),
    onSuccess: (_, said) => {
      onAdded(said)
      return queries.invalidateQueries({ queryKey: orpc.comments.key() })
    },
  })
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1)
  return { mutate, isPending: last?.status === 'pending', error: last?.error ?? null }
}

export function useEditComment() {
  const queries = useQueryClient()
  // Also after an error: a conflicting text must be loaded and shown before it is replaced.
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.comments.key() })
  return useMutation(orpc.comments.edit.mutationOptions({ onSettled }))
}
export const useDeleteComment = () =>
  useCommentMutation((comment: { storyId: string; id: string }) =>
    goneIsDeleted(client.comments.delete(comment)),
  )
export const useRestoreComment = () => useCommentMutation(client.comments.restore)
