import { AudioLines, FileText, Film, ImageIcon } from 'lucide-react'
import type { MediaItem, MediaKind } from '#contract/media.ts'
import { thumbnailOf, useMediaAddress } from '../lib/media-address.ts'
import { cn } from './cn.ts'
import { Skeleton } from './skeleton.tsx'

const kindIcon: Record<MediaKind, typeof Film> = {
  video: Film,
  audio: AudioLines,
  image: ImageIcon,
  document: FileText,
}

/** A file's thumbnail: the picture itself, a frame of the film, or an icon for its kind. */
export function MediaThumbnail({ file, className }: { file: MediaItem; className?: string }) {
  const shown = thumbnailOf(file)
  const address = useMediaAddress(shown)
  if (shown === null) return <KindSign kind={file.kind} className={cn('w-full', className)} />
  if (address === null) return <Skeleton className={cn('rounded-none', className)} />
  return (
    <img
      src={address}
      alt={file.caption}
      loading="lazy"
      decoding="async"
      className={cn('w-full bg-background object-cover', className)}
    />
  )
}

/** An icon for files without a picture. */
export function KindSign({ kind, className }: { kind: MediaKind; className?: string | undefined }) {
  const Icon = kindIcon[kind]
  return (
    <span className={cn('flex items-center justify-center bg-tint text-leaf', className)}>
      <Icon size={40} strokeWidth={1.6} aria-hidden="true" />
    </span>
  )
}
