import { useNavigate } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useDeleteStory } from './use-story.ts'

export type DeleteStoryDialogProps = {
  story: Pick<Story, 'id' | 'title' | 'ownerName'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for confirmation before a story goes to the trash. The list that follows offers to restore it. */
export function DeleteStoryDialog({ story, open, onOpenChange }: DeleteStoryDialogProps) {
  const navigate = useNavigate()
  const remove = useDeleteStory()
  const hereNow = useStillHere()

  // Not in a callback of `mutate`, which would be lost if the live change removes the story's page before the answer arrives.
  const confirm = () => {
    const isStillHere = hereNow()
    return remove.mutateAsync(story.id).then(
      () => {
        toastSuccess('Story deleted successfully')
        if (!isStillHere()) return
        navigate({
          to: story.ownerName === null ? '/app/stories' : '/app/shared',
          state: { deletedStory: { id: story.id, title: story.title } },
          // Unsaved input within the story was deleted along with it, so nothing must block leaving.
          ignoreBlocker: true,
        })
      },
      () => toastError('Failed to delete story'),
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Story?"
      description={
        <>
          “{story.title}” goes away with its recordings, notes and files. You can bring it back right
          afterwards; after {limits.trashDays} days it is gone for good.
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    />
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The story just deleted, so that the list can offer to restore it. */
    deletedStory?: { id: string; title: string }
  }
}
