import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PublicStory } from '#contract/public-links.ts'
import { situationOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'

/** The token from the address, and the password once it was entered. */
export type LinkKey = { token: string; password?: string }

/** The signed addresses in the answer are valid for at least an hour, and are renewed before that. */
const RENEWED_AFTER_MS = 50 * 60_000

/** Polling interval while a playback copy is made, which takes seconds, or minutes for a long film. */
const PREPARING_MS = 4_000
const isPreparing = ({ recordings, files }: PublicStory) =>
  [...recordings, ...files].some((each) => each.isPreparing)

/**
 * Whether a password is required. A refetch without one would unmount the form while it is being filled in, and count as a failed guess.
 */
const wantsPassword = (error: unknown) => {
  const situation = situationOf(error)
  return situation === 'LINK_PASSWORD_NEEDED' || situation === 'LINK_PASSWORD_WRONG'
}

/** The story behind a public link. A refusal is a valid answer and not retried. */
export function usePublicStory(key: LinkKey) {
  return useQuery({
    ...orpc.publicStories.open.queryOptions({ input: key }),
    staleTime: RENEWED_AFTER_MS,
    refetchInterval: ({ state: { data } }) => (data && isPreparing(data) ? PREPARING_MS : false),
    refetchOnWindowFocus: ({ state: { error } }) => !wantsPassword(error),
  })
}

/** The transcript of a recording, loaded page by page. */
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
