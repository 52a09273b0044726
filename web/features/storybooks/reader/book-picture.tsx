import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePageImage } from './page-images.ts'

export type BookPictureProps = { pictureId: string; caption: string; className?: string }

/** A picture of a page. If it no longer exists, a sentence says so in its place. */
export function BookPicture({ pictureId, caption, className }: BookPictureProps) {
  const { url, isComing, alt, size, renew } = usePageImage(pictureId)
  if (isComing) return <Skeleton className={cn('aspect-[4/3] w-full', className)} />
  if (url === null) return <p className="text-sm text-muted">This picture is no longer here.</p>
  return (
    <img
      src={url}
      alt={alt ?? caption}
      width={size}
      height={size}
      loading={size ? 'lazy' : undefined}
      decoding="async"
      onError={renew}
      className={cn('w-full rounded-[6px] object-contain', className)}
    />
  )
}
