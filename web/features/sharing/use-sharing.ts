import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SharedRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { client, orpc } from '../../lib/rpc.ts'

export type SharedResource = { resourceType: ResourceType; resourceId: string }

/** The people with access to a thing, and their roles. */
export function useSharing(resource: SharedResource) {
  return useQuery(orpc.sharing.get.queryOptions({ input: resource }))
}

/** Stories shared with this person, loaded page by page. */
export function useSharedStories() {
  return useInfiniteQuery(
    orpc.sharing.withMe.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

/** Storybooks shared with this person, loaded page by page. */
export function useSharedStorybooks() {
  return useInfiniteQuery(
    orpc.sharing.storybooksWithMe.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

/** People whose pages are shared with this person, loaded page by page. */
export function useSharedMembers() {
  return useInfiniteQuery(
    orpc.sharing.membersWithMe.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

function useSharingMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.sharing.key() }),
  })
}

type WithPerson = { email: string; role: SharedRole }

export const useShare = (resource: SharedResource) =>
  useSharingMutation((person: WithPerson) => client.sharing.share({ ...resource, ...person }))
export const useInvite = (resource: SharedResource) =>
  useSharingMutation((person: WithPerson) => client.sharing.invite({ ...resource, ...person }))
export const useSetRole = (resource: SharedResource) =>
  useSharingMutation((change: { id: string; role: SharedRole }) =>
    client.sharing.setRole({ ...resource, ...change }),
  )
export const useRevoke = (resource: SharedResource) =>
  useSharingMutation((id: string) => goneIsDeleted(client.sharing.revoke({ ...resource, id })))
export const useCancelInvitation = (resource: SharedResource) =>
  useSharingMutation((id: string) => goneIsDeleted(client.sharing.cancelInvitation({ ...resource, id })))
