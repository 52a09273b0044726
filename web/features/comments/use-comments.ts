import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
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

function useCommentMutation<Input, Output>(change: (input: Input) => Promise<Output>, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone?.()
      return queries.invalidateQueries({ queryKey: orpc.comments.key() })
    },
  })
}

/**
 * @param onAdded called once the comment is saved, even if the box has been unmounted by
 * then, because its draft must be discarded all the same
 */
export const useAddComment = (onAdded: () => void) => useCommentMutation(client.comments.add, onAdded)
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
