import { useQuery } from '@tanstack/react-query'
import type { Prompt, WholePlaylist } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { orpc } from '../../lib/rpc.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlaylistForm } from './playlist-form.tsx'

export type PlaylistDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The playlist to edit; without it a new one is created. */
  playlistId?: string | undefined
  /** The prompts that a new playlist begins with. */
  prompts?: Prompt[] | undefined
}

/** Creates or edits a playlist of one's own: its name, description, prompts and their order. */
export function PlaylistDialog({ open, onOpenChange, playlistId, prompts = [] }: PlaylistDialogProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={playlistId ? 'Edit Playlist' : 'Create New Playlist'}
      width="wide"
    >
      {playlistId ? (
        <KnownPlaylist id={playlistId} onDone={close} />
      ) : (
        <PlaylistForm prompts={prompts} onDone={close} />
      )}
    </Dialog>
  )
}

function KnownPlaylist({ id, onDone }: { id: string; onDone: () => void }) {
  const known = useQuery({
    ...orpc.prompts.playlist.queryOptions({ input: { id } }),
    staleTime: 0,
    // No refetch while editing: a change from elsewhere must not replace the form's content. Saving detects it and merges both.
    refetchOnMount: 'always',
  })
  const playlist: WholePlaylist | undefined = known.isFetchedAfterMount ? known.data : undefined
  if (playlist) return <PlaylistForm playlist={playlist} prompts={playlist.prompts} onDone={onDone} />
  if (known.isError) {
    return (
      <ErrorPanel
        title="The playlist could not be loaded"
        sentence={sentenceOf(known.error)}
        onRetry={() => known.refetch()}
      />
    )
  }
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">The playlist is being loaded</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
      <Skeleton className="h-40" />
    </div>
  )
}
