import { useQuery } from '@tanstack/react-query'
import type { MediaItem } from '#contract/media.ts'
import { orpc } from './rpc.ts'

/** A signed address works for an hour at least; it is asked for anew before that. */
export const addressOf = (mediaId: string) => ({
  ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
  staleTime: 50 * 60_000,
})

/** The address of one stored file, or null while there is none. */
export function useMediaAddress(mediaId: string | null): string | null {
  const address = useQuery({ ...addressOf(mediaId ?? ''), enabled: mediaId !== null })
  return address.data?.url ?? null
}

/** What every browser draws by itself. */
export const drawable: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'gif', 'webp', 'avif', 'bmp'].map((type) => `image/${type}`),
)

type Shown = Pick<MediaItem, 'id' | 'kind' | 'mimeType' | 'posterMediaId' | 'playbackMediaId' | 'finding'>

/** Which stored file stands for this one as a small picture; null where there is none. */
export function thumbnailOf({ id, kind, mimeType, posterMediaId }: Shown): string | null {
  return posterMediaId ?? (kind === 'image' && drawable.has(mimeType) ? id : null)
}

/** Which stored file is shown or played when somebody opens this one; null where it can only be downloaded. */
export function openedAs(file: Shown): string | null {
  const { id, kind, mimeType, posterMediaId, playbackMediaId, finding } = file
  if (finding === 'unreadable') return null
  if (kind !== 'image') return playbackMediaId ?? id
  // One that is only too large to be drawn smaller the browser shows as it is.
  return drawable.has(mimeType) && (finding === null || finding === 'no_preview') ? id : posterMediaId
}
