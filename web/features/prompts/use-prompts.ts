import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CommunityThing } from '#contract/community.ts'
import type { Playlist, Prompt, PromptCategory, PromptList } from '#contract/prompts.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'

/** The filters of the lists, combined with AND. */
export type Filter = {
  search: string
  category: PromptCategory | null
  asked: 'yes' | 'no' | null
  show: 'all' | 'playlists' | 'prompts'
}
export const noFilter: Filter = { search: '', category: null, asked: null, show: 'all' }

export const isNarrowed = (filter: Filter): boolean =>
  filter.search !== '' || filter.category !== null || filter.asked !== null || filter.show !== 'all'

const narrowing = ({ search, category }: Filter, list: PromptList | undefined) => ({
  ...(list ? { list } : {}),
  ...(search ? { search } : {}),
  ...(category ? { category } : {}),
})

/** One list of prompts, loaded page by page. The previous results stay while a changed filter loads. */
export function usePromptList(list: PromptList | undefined, filter: Filter) {
  return useInfiniteQuery({
    ...orpc.prompts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...narrowing(filter, list),
        ...(filter.asked ? { asked: filter.asked } : {}),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}

/** One list of playlists, loaded page by page. */
export function usePlaylistList(list: PromptList | undefined, filter: Filter) {
  return useInfiniteQuery({
    ...orpc.prompts.playlists.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...narrowing(filter, list),
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Whether the person is the operator and, if so, what was reported. */
export function useReported() {
  return useQuery(orpc.community.reported.queryOptions())
}

/** Something of one's own, and whether the operator has hidden it, which publishing it again does not change. */
type OwnThing = CommunityThing & { isHidden: boolean }

/**
 * The mutations that need no dialog; each refreshes the lists. An error is shown as a toast and also returned as
 * `failure`, until the next action, to be shown where the button was pressed.
 */
export function usePromptActions() {
  const queries = useQueryClient()
  const renew = () => readAnew(queries, orpc.prompts, orpc.community)
  const copy = useIdForWords()
  const telling = <Said>(done: string | ((said: Said) => string), failed: string, made?: () => void) => ({
    onSuccess: (_: unknown, said: Said) => {
      made?.()
      toastSuccess(typeof done === 'string' ? done : done(said))
    },
    onError: () => toastError(failed),
    onSettled: afterwards(renew),
  })

  const actions = {
    addPrompt: useMutation({
      mutationFn: (prompt: Prompt) => client.prompts.copy({ id: prompt.id }),
      ...telling('Prompt added', 'Failed to add prompt'),
    }),
    addPlaylist: useMutation({
      mutationFn: (playlist: Playlist) =>
        client.prompts.copyPlaylist({ id: playlist.id, copyId: copy.idFor(playlist.id) }),
      ...telling('Playlist added', 'Failed to copy playlist', copy.made),
    }),
    publish: useMutation({
      mutationFn: ({ kind, id }: OwnThing) => client.community.publish({ kind, id }),
      ...telling(
        ({ isHidden }: OwnThing) =>
          isHidden ? 'It stays hidden for now' : 'Everybody can see it in Community now',
        'Failed to publish',
      ),
    }),
    withdraw: useMutation({
      mutationFn: (thing: CommunityThing) => client.community.withdraw(thing),
      ...telling('Only your family can see it now', 'Failed to withdraw'),
    }),
    hide: useMutation({
      mutationFn: (thing: CommunityThing) => client.community.hide(thing),
      ...telling('Hidden from Community', 'Failed to hide'),
    }),
    show: useMutation({
      mutationFn: (thing: CommunityThing) => client.community.show(thing),
      ...telling('Shown in Community again', 'Failed to show'),
    }),
  }
  const [last] = Object.values(actions).toSorted((one, other) => other.submittedAt - one.submittedAt)
  return { renew, ...actions, failure: last?.isError ? sentenceOf(last.error) : null }
}
export type PromptActions = ReturnType<typeof usePromptActions>
