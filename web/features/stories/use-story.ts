import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { afterwards } from '../../lib/afterwards.ts'
import { isUnknown } from '../../lib/errors.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { useGone } from '../../ui/unsaved.ts'

/** One story in full. A malformed id counts as unknown, as does a story that does not exist or is not visible to this person. */
export function useStory(storyId: string) {
  const query = useQuery(orpc.stories.get.queryOptions({ input: { id: storyId } }))
  return { ...query, isUnknown: useGone(query.isError && isUnknown(query.error), query.data) }
}

/**
 * Whether a story is known to belong to somebody else, judging by the cached story or the cached list of
 * shared ones; so it also works for a story that cannot be shown.
 */
export function useIsOthers(storyId: string): boolean {
  const queries = useQueryClient()
  const known = queries.getQueryData(orpc.stories.get.queryKey({ input: { id: storyId } }))
  if (known) return known.ownerName !== null
  const lists = queries.getQueriesData<Pages>({ queryKey: orpc.sharing.withMe.key({ type: 'infinite' }) })
  return lists.some(([, list]) => list?.pages.some(({ items }) => items.some(({ id }) => id === storyId)))
}

type Pages = { pages: readonly { items: readonly { id: string }[] }[] }

/** Mutation that changes the order of a story's entries or files. */
export function useArrangeStory(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (order: { notes?: string[]; files?: string[] }) => client.stories.arrange({ id, ...order }),
    // Serialised, so that an earlier move never overwrites a later one.
    scope: { id: `order of ${id}` },
    onSuccess: (story) => keepAnswer(queries, orpc.stories.get.queryKey({ input: { id } }), story),
  })
}

/** Mutation that says whether more is awaited of recordings whose devices never completed them. */
export function useAwaitRest(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, isAwaited }: { ids: readonly string[]; isAwaited: boolean }) =>
      Promise.all(ids.map((recordingId) => client.recordings.awaitRest({ id: recordingId, isAwaited }))),
    // Also after an error: if one request failed, the others may have succeeded.
    onSettled: afterwards(() =>
      queries.invalidateQueries({ queryKey: orpc.stories.get.queryKey({ input: { id } }) }),
    ),
  })
}

/** Mutation that moves a story to the trash; `useRestoreStory` restores it. */
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
