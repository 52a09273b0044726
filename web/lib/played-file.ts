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
  /** Why its address could not be fetched; null otherwise. */
  failure: unknown
  /** The element could not play it, even from a fresh address. */
  isBroken: boolean
  retry: () => void
}

/**
 * Plays a stored file from its signed address.
 *
 * @param wantedId the file to play. When this changes to a quicker copy, the copy is used unless somebody has begun to watch.
 */
export function usePlayedFile(
  wantedId: string,
  options: Pick<LastingSourceOptions, 'play' | 'startAt' | 'onElement' | 'manner'> = {},
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

  // The quicker copy is put into the same element, and only once it has an address, so that no press of Play is lost.
  useLayoutEffect(() => {
    if (wanted.isSuccess && !isWatched(shown.current)) setMediaId(wantedId)
  }, [shown, wantedId, wanted.isSuccess])

  return {
    src,
    // A failed refetch does not concern a viewer who already has an address.
    failure: src === null || isStuck ? address.error : null,
    isBroken: isStuck,
    retry: () => {
      tryAgain()
      address.refetch()
    },
    element,
  }
}
