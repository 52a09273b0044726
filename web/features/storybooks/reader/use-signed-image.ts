import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/rpc.ts'
import type { PageImage } from './page-images.ts'

/** A family's picture over its signed address. */
export function useSignedImage(pictureId: string | null): PageImage {
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: pictureId ?? '' } }),
    staleTime: 50 * 60_000,
    retry: false,
    enabled: pictureId !== null,
  })
  const url = address.isError ? null : (address.data?.url ?? null)
  return { url, isComing: address.isPending, renew: () => address.refetch() }
}
