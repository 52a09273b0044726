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

/** Mutations that restore an item or delete it for good; each refreshes every list that showed it. */
export function useTrashActions() {
  const queries = useQueryClient()
  const onSettled = afterwards(() =>
    readAnew(queries, orpc.trash, orpc.stories, orpc.storybooks, orpc.account),
  )
  const restore = useMutation({
    mutationFn: ({ type, id }: TrashedItem) =>
      type === 'story' ? client.stories.restore({ id }) : client.storybooks.restore({ id }),
    onSettled,
  })
  const deleteForGood = useMutation({
    mutationFn: ({ type, id }: TrashedItem) => goneIsDeleted(client.trash.deleteForGood({ type, id })),
    onSettled,
  })
  return { restore, deleteForGood }
}
