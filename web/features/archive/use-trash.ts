import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TrashedItem } from '#contract/archive-trash.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** What was deleted and can be brought back, latest first, a page at a time. */
export function useTrash() {
  return useInfiniteQuery(
    orpc.trash.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

/** Brings something back, or lets it go for good; every list that showed it is read anew. */
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
