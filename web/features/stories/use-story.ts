import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { afterwards } from '../../lib/afterwards.ts'
import { isUnknown } from '../../lib/errors.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { useGone } from '../../ui/unsaved.ts'

/** One story, whole. An id that cannot be one counts as unknown, like one that is nobody's. */
export function useStory(storyId: string) {
  const query = useQuery(orpc.stories.get.queryOptions({ input: { id: storyId } }))
  return { ...query, isUnknown: useGone(query.isError && isUnknown(query.error), query.data) }
}

/** Whether a story is known to be somebody else's, also one that cannot be shown: from what was read of it or of its list. */
export function useIsOthers(storyId: string): boolean {
  const queries = useQueryClient()
  const known = queries.getQueryData(orpc.stories.get.queryKey({ input: { id: storyId } }))
  if (known) return known.ownerName !== null
  const lists = queries.getQueriesData<Pages>({ queryKey: orpc.sharing.withMe.key({ type: 'infinite' }) })
  return lists.some(([, list]) => list?.pages.some(({ items }) => items.some(({ id }) => id === storyId)))
}

type Pages = { pages: readonly { items: readonly { id: string }[] }[] }

/** Puts a story's entries or files in another order. */
export function useArrangeStory(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (order: { notes?: string[]; files?: string[] }) => client.stories.arrange({ id, ...order }),
    // One after the other: what was moved last is never overtaken by what was moved before.
    scope: { id: `order of ${id}` },
    onSuccess: (story) => keepAnswer(queries, orpc.stories.get.queryKey({ input: { id } }), story),
  })
}

/** Says of recordings that their devices never ended whether more of them is awaited. */
export function useAwaitRest(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, isAwaited }: { ids: readonly string[]; isAwaited: boolean }) =>
      Promise.all(ids.map((recordingId) => client.recordings.awaitRest({ id: recordingId, isAwaited }))),
    // Also where one of them failed: the others were said.
    onSettled: afterwards(() =>
      queries.invalidateQueries({ queryKey: orpc.stories.get.queryKey({ input: { id } }) }),
    ),
  })
}

/** Moves a story to the trash; `useRestoreStory` brings it back. */
export function useDeleteStory() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => goneIsDeleted(client.stories.delete({ id })),
    onSuccess: () => refreshLists(queries),
  })
}

export function useRestoreStory() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.stories.restore({ id }),
    onSuccess: () => refreshLists(queries),
  })
}

const refreshLists = (queries: QueryClient) =>
  readAnew(queries, orpc.stories.list, orpc.sharing.withMe, orpc.account)
