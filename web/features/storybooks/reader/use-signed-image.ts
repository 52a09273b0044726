import { useQuery } from '@tanstack/react-query'
import { isPassing } from '../../../lib/errors.ts'
import { orpc } from '../../../lib/rpc.ts'
import type { PageImage } from './page-images.ts'

/**
 * A family's picture by its signed address: as a browser can draw it or, from a server of the version before, as it was sent. While the address cannot be requested, the picture counts as loading, not
 * as gone.
 */
export function useSignedImage(pictureId: string | null): PageImage {
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: pictureId ?? '' } }),
    staleTime: 50 * 60_000,
    enabled: pictureId !== null,
  })
  const isGone = address.isError && !isPassing(address.error)
  const url = isGone ? null : (address.data?.shownUrl ?? address.data?.url ?? null)
  return { url, isComing: url === null && !isGone, renew: () => address.refetch() }
}
