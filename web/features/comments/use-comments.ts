import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { situationOf } from '../../lib/errors.ts'
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

export type NewComment = Omit<Parameters<typeof client.comments.add>[0], 'id'>

type Adding = {
  /** The id of the comment, which is the same for each attempt to send it. */
  idFor: (said: NewComment) => string
  /** Called if an earlier attempt added the comment and it has been deleted since; `idFor` is to give another id from then on. */
  onDeleted: () => void
  /** Called once the comment is saved, even if the box has been unmounted by then, because its draft must be discarded all the same. */
  onAdded: (said: NewComment) => void
}

/**
 * Adds comments to a story. Whether one is under way or has failed is known to every box for that story, also to one that was mounted
 * since it was sent.
 */
export function useAddComment(storyId: string, { idFor, onDeleted, onAdded }: Adding) {
  const queries = useQueryClient()
  const mutationKey = ['comment', storyId]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (said: NewComment) => {
      try {
        return await client.comments.add({ ...said, id: idFor(said) })
      } catch (error) {
        if (situationOf(error) !== 'GONE') throw error
        // Whoever says the same again after that wants it said.
        onDeleted()
        return client.comments.add({ ...said, id: idFor(said) })
      }
    },
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
