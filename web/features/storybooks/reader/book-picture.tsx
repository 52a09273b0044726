import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/rpc.ts'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

export type BookPictureProps = { pictureId: string; caption: string; className?: string }

/** A picture of a page over its signed address. One that is gone leaves its place to the words. */
export function BookPicture({ pictureId, caption, className }: BookPictureProps) {
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: pictureId } }),
    staleTime: 50 * 60_000,
    retry: false,
  })
  if (address.isPending) return <Skeleton className={cn('aspect-[4/3] w-full', className)} />
  if (address.isError) return <p className="text-sm text-muted">This picture is no longer here.</p>
  return (
    <img
      src={address.data.url}
      alt={caption}
      decoding="async"
      onError={() => address.refetch()}
      className={cn('w-full rounded-[6px] object-contain', className)}
    />
  )
}

/** The address of a picture, for a cover; null until it is there. */
export function usePictureUrl(pictureId: string | null): string | null {
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: pictureId ?? '' } }),
    staleTime: 50 * 60_000,
    enabled: pictureId !== null,
  })
  return address.data?.url ?? null
}
