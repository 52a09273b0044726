import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import {
  isWatched,
  type LastingSource,
  type LastingSourceOptions,
  useLastingSource,
} from './lasting-source.ts'
import { addressOf } from './media-address.ts'

export type PlayedFile = Pick<LastingSource, 'src' | 'element'> & {
  /** Why its address could not be had; null where it could. */
  failure: unknown
  /** The element could not play it, from a fresh address either. */
  isBroken: boolean
  retry: () => void
}

/**
 * Plays a stored file over a signed address.
 *
 * @param wantedId the file to play. A quicker copy that turns up meanwhile takes the place of what nobody has begun to watch.
 */
export function usePlayedFile(
  wantedId: string,
  options: Pick<LastingSourceOptions, 'play' | 'startAt' | 'onElement'> = {},
): PlayedFile {
  const [mediaId, setMediaId] = useState(wantedId)
  const address = useQuery(addressOf(mediaId))
  const wanted = useQuery(addressOf(wantedId))
  const { src, shown, isStuck, tryAgain, element } = useLastingSource({
    ...options,
    file: mediaId,
    fresh: address.data?.url,
    answeredAt: address.dataUpdatedAt,
    fetchFresh: async () => {
      const { data, isError } = await address.refetch()
      return isError ? undefined : data?.url
    },
  })

  // A quicker copy takes its place in the same element and once it can be played, so that no press comes between.
  useLayoutEffect(() => {
    if (wanted.isSuccess && !isWatched(shown.current)) setMediaId(wantedId)
  }, [shown, wantedId, wanted.isSuccess])

  return {
    src,
    // What only failed to be read anew disturbs nobody who watches.
    failure: src === null || isStuck ? address.error : null,
    isBroken: isStuck,
    retry: () => {
      tryAgain()
      address.refetch()
    },
    element,
  }
}
