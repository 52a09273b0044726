import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PublicStory } from '#contract/public-links.ts'
import { isUnknown, sentenceOf, situationOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { useWithdrawn } from '../../lib/use-withdrawn.ts'

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

/** Whether the link opens nothing (any more) for whoever has this key. */
export const isRefused = (error: unknown): boolean =>
  wantsPassword(error) ||
  isUnknown(error) ||
  ['SHARE_LINK_OFF', 'SHARE_LINK_EXPIRED'].includes(situationOf(error))

/**
 * Why the password did not open the story. After too many wrong ones the server refuses the right one as well, for a quarter of an hour;
 * it says the same where very many are being compared, for a moment.
 */
export const passwordSentence = (error: unknown): string =>
  situationOf(error) === 'TOO_MANY_REQUESTS'
    ? 'Too many passwords were tried. Please try again later: for up to a quarter of an hour, not even the right one opens it.'
    : sentenceOf(error)

/**
 * How long until the story is asked for again; false for never. Not after a refusal: each question with a password that has been changed
 * is a wrong guess, and those of one visitor would use up the guesses of all others.
 */
export const askAgainMs = (story: PublicStory | undefined, error: unknown): number | false =>
  story && isPreparing(story) && !isRefused(error) ? PREPARING_MS : false

/** The story behind a public link. A refusal is a valid answer and not retried. */
export function usePublicStory(key: LinkKey) {
  const story = useQuery({
    ...orpc.publicStories.open.queryOptions({ input: key }),
    staleTime: RENEWED_AFTER_MS,
    refetchInterval: ({ state: { data, error } }) => askAgainMs(data, error),
    refetchOnWindowFocus: ({ state: { error } }) => !wantsPassword(error),
  })
  // A visitor must not go on seeing what the link shows no more.
  const isWithdrawn = useWithdrawn(story, isRefused)
  return { ...story, shown: isWithdrawn ? undefined : story.data }
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
