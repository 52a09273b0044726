import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TrashedItem } from '#contract/archive-trash.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** What was deleted and can be restored, latest first, loaded page by page. */
export function useTrash() {
  return useInfiniteQuery(
    orpc.trash.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

/** Mutation that restores an item. */
export const useRestore = () =>
  useTrashMutation(({ type, id }) =>
    type === 'story' ? client.stories.restore({ id }) : client.storybooks.restore({ id }),
  )

/** Mutation that deletes an item for good. */
export const useDeleteForGood = () =>
  useTrashMutation(({ type, id }) => goneIsDeleted(client.trash.deleteForGood({ type, id })))

/** Refreshes every list that showed the item. */
function useTrashMutation(change: (item: TrashedItem) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: afterwards(() => readAnew(queries, orpc.trash, orpc.stories, orpc.storybooks, orpc.account)),
  })
}
