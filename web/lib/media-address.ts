import { useQuery } from '@tanstack/react-query'
import { drawable } from '#contract/drawable.ts'
import type { MediaItem } from '#contract/media.ts'
import { orpc } from './rpc.ts'

/** A signed address works for at least an hour; a fresh one is fetched before that. */
export const addressOf = (mediaId: string) => ({
  ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
  staleTime: 50 * 60_000,
})

/** The address of one stored file, or null while there is none. */
export function useMediaAddress(mediaId: string | null): string | null {
  const address = useQuery({ ...addressOf(mediaId ?? ''), enabled: mediaId !== null })
  return address.data?.url ?? null
}

type Shown = Pick<MediaItem, 'id' | 'kind' | 'mimeType' | 'posterMediaId' | 'playbackMediaId' | 'finding'>

/** The id of the stored file that serves as this file's thumbnail; null where there is none. */
export function thumbnailOf({ id, kind, mimeType, posterMediaId }: Shown): string | null {
  return posterMediaId ?? (kind === 'image' && drawable.has(mimeType) ? id : null)
}

/** The id of the stored file that is shown or played when this one is opened; null where it can only be downloaded. */
export function openedAs(file: Shown): string | null {
  const { id, kind, mimeType, posterMediaId, playbackMediaId, finding } = file
  if (finding === 'unreadable') return null
  if (kind !== 'image') return playbackMediaId ?? id
  // A picture that was merely too large to be scaled down is shown by the browser as it is.
  return drawable.has(mimeType) && (finding === null || finding === 'no_preview') ? id : posterMediaId
}
