import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PublicStory } from '#contract/public-links.ts'
import { situationOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'

/** The token of the address, and the password once somebody has given it. */
export type LinkKey = { token: string; password?: string }

/** The addresses in the answer work for an hour at least; they are renewed before. */
const RENEWED_AFTER_MS = 50 * 60_000

/** A copy takes seconds, of a long film minutes. */
const PREPARING_MS = 4_000
const isPreparing = ({ recordings, files }: PublicStory) =>
  [...recordings, ...files].some((each) => each.isPreparing)

/** A password is asked for: asking without it again would take the form away from under what is written there, and cost a guess. */
const wantsPassword = (error: unknown) => {
  const situation = situationOf(error)
  return situation === 'LINK_PASSWORD_NEEDED' || situation === 'LINK_PASSWORD_WRONG'
}

/** The story that a link shows. A refusal is an answer, not something to be tried again by itself. */
export function usePublicStory(key: LinkKey) {
  return useQuery({
    ...orpc.publicStories.open.queryOptions({ input: key }),
    staleTime: RENEWED_AFTER_MS,
    refetchInterval: ({ state: { data } }) => (data && isPreparing(data) ? PREPARING_MS : false),
    refetchOnWindowFocus: ({ state: { error } }) => !wantsPassword(error),
  })
}

/** What is said in a recording, a page at a time. */
export function usePublicLines(key: LinkKey, recordingId: string) {
  return useInfiniteQuery(
    orpc.publicStories.lines.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...key,
        recordingId,
        limit: 100,
        ...(cursor ? { cursor } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}
