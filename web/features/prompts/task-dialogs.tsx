import { useMutation } from '@tanstack/react-query'
import { afterwards } from '../../lib/afterwards.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { client } from '../../lib/rpc.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { AddToPlaylistDialog } from './add-to-playlist-dialog.tsx'
import { PlaylistDialog } from './playlist-dialog.tsx'
import { PromptDialog } from './prompt-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import type { StartTask, Task } from './tasks.ts'
import { usePromptActions } from './use-prompts.ts'

export type TaskDialogsProps = {
  task: Task | null
  onTask: StartTask
  onEnd: () => void
  /** Called after the shown playlist was deleted, so that its page can navigate away. */
  onDeleted?: (() => void) | undefined
}

/** The dialog for the current task, or nothing. */
export function TaskDialogs({ task, onTask, onEnd, onDeleted }: TaskDialogsProps) {
  const onOpenChange = (open: boolean) => {
    if (!open) onEnd()
  }
  const shared = { open: true, onOpenChange }
  switch (task?.name) {
    case undefined:
      return null
    case 'create-prompt':
      return <PromptDialog {...shared} />
    case 'edit-prompt':
      return <PromptDialog {...shared} prompt={task.prompt} />
    case 'create-playlist':
      return <PlaylistDialog {...shared} prompts={task.prompts} />
    case 'edit-playlist':
      return <PlaylistDialog {...shared} playlistId={task.playlist.id} />
    case 'add-to-playlist':
      return (
        <AddToPlaylistDialog
          {...shared}
          prompt={task.prompt}
          onNew={() => onTask({ name: 'create-playlist', prompts: [task.prompt] })}
        />
      )
    case 'report':
      return <ReportDialog {...shared} thing={task.thing} words={task.words} />
    case 'publish':
      return (
        <ConfirmDialog
          {...shared}
          title="Publish to Community?"
          description={
            task.isHidden ? (
              <>
                Whoever runs this Kinora has hidden “{task.words}”. It stays hidden when it is published
                again, until they show it.
              </>
            ) : (
              <>
                All families of this Kinora can then see “{task.words}”, and your name as your profile has it.
                You can take it out again; whoever has added it by then keeps their copy.
              </>
            )
          }
          confirmLabel="Publish"
          onConfirm={() => {
            onEnd()
            // Errors are shown where the task was started.
            task.publish()
          }}
        />
      )
    case 'delete-prompt':
      return <DeletePrompt {...shared} id={task.prompt.id} text={task.prompt.text} />
    case 'delete-playlist':
      return (
        <DeletePlaylist {...shared} id={task.playlist.id} name={task.playlist.name} onDeleted={onDeleted} />
      )
  }
}

type DeleteProps = { open: boolean; onOpenChange: (open: boolean) => void; id: string }

function DeletePrompt({ open, onOpenChange, id, text }: DeleteProps & { text: string }) {
  const { renew } = usePromptActions()
  const remove = useMutation({
    mutationFn: async () => {
      await goneIsDeleted(client.prompts.delete({ id }))
      // The list is refreshed before the dialog closes, so that the focus does not return to a row about to disappear.
      await renew()
    },
    onSuccess: () => {
      toastSuccess('Prompt deleted')
      onOpenChange(false)
    },
    onError: () => toastError('Failed to delete prompt'),
    onSettled: afterwards(renew),
  })
  return (
    <ConfirmDialog
      {...{ open, onOpenChange }}
      title="Delete Prompt?"
      description={
        <>
          This action cannot be undone. “{text}” is taken out of your playlists as well; stories told about it
          stay.
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}

type DeletePlaylistProps = DeleteProps & { name: string; onDeleted: (() => void) | undefined }

function DeletePlaylist({ open, onOpenChange, id, name, onDeleted }: DeletePlaylistProps) {
  const { renew } = usePromptActions()
  const hereNow = useStillHere()
  const remove = useMutation({
    mutationFn: () => goneIsDeleted(client.prompts.deletePlaylist({ id })),
    onMutate: () => ({ isStillHere: hereNow() }),
    onSuccess: (_deleted, _nothing, { isStillHere }) => {
      toastSuccess('Playlist deleted')
      onOpenChange(false)
      if (isStillHere()) onDeleted?.()
    },
    onError: () => toastError('Failed to delete playlist'),
    onSettled: afterwards(renew),
  })
  return (
    <ConfirmDialog
      {...{ open, onOpenChange }}
      title="Delete Playlist?"
      description={<>This action cannot be undone. The prompts in “{name}” stay.</>}
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
