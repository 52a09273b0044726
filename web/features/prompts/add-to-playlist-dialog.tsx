import { useMutation } from '@tanstack/react-query'
import { Check, ListMusic, Plus } from 'lucide-react'
import type { Playlist, Prompt } from '#contract/prompts.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { noFilter, usePlaylistList, usePromptActions } from './use-prompts.ts'

export type AddToPlaylistDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  prompt: Prompt
  onNew: () => void
}

/** Appends a prompt to one of the person's own playlists, or begins a new playlist with it. */
export function AddToPlaylistDialog({ open, onOpenChange, prompt, onNew }: AddToPlaylistDialogProps) {
  const list = usePlaylistList('own', noFilter)
  const { renew } = usePromptActions()
  const playlists = list.data?.pages.flatMap((page) => page.items) ?? []
  const add = useMutation({
    mutationFn: (playlist: Playlist) =>
      client.prompts.addToPlaylist({ id: playlist.id, promptId: prompt.id }),
    onSuccess: ({ name }) => toastSuccess(`Added to “${name}”`),
    onError: () => toastError('Failed to update playlist'),
    onSettled: afterwards(renew),
  })

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add to Playlist" description={prompt.text}>
      {list.isPending ? <Skeleton className="h-28" /> : null}
      <LoadFailure of={list} />
      {list.isSuccess && playlists.length === 0 ? (
        <p className="text-muted">You have no playlist of your own yet.</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {playlists.map((playlist) => (
          <li key={playlist.id}>
            <button
              type="button"
              disabled={add.isPending || playlist.promptIds.includes(prompt.id)}
              // A callback of `mutate` does not run after unmounting, so it never closes a dialog opened since.
              onClick={() => add.mutate(playlist, { onSuccess: () => onOpenChange(false) })}
              className="flex min-h-14 w-full items-center gap-4 rounded-card border-2 border-edge bg-card px-4 py-2 text-start enabled:hover:border-primary-dark enabled:hover:bg-tint disabled:border-border"
            >
              {playlist.promptIds.includes(prompt.id) ? (
                <Check className="shrink-0 text-leaf" aria-hidden="true" />
              ) : (
                <ListMusic className="shrink-0 text-leaf" aria-hidden="true" />
              )}
              <span className="min-w-0">
                <span dir="auto" className="block font-semibold wrap-anywhere">
                  {playlist.name}
                </span>
                <span className="block text-sm text-muted">
                  {playlist.promptIds.includes(prompt.id)
                    ? 'In this playlist already'
                    : countOf(playlist.promptCount, 'prompt')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
      {add.isError ? <Alert>{sentenceOf(add.error)}</Alert> : null}
      <Button variant="secondary" onClick={onNew}>
        <Plus size={20} aria-hidden="true" />
        New playlist with this prompt
      </Button>
    </Dialog>
  )
}
