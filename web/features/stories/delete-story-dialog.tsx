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

/** Asks before a story goes to the trash. The list it leads to offers to bring the story back. */
export function DeleteStoryDialog({ story, open, onOpenChange }: DeleteStoryDialogProps) {
  const navigate = useNavigate()
  const remove = useDeleteStory()
  const hereNow = useStillHere()

  // Not by a callback of mutate: the news may take the story's page away before the answer comes.
  const confirm = () => {
    const isStillHere = hereNow()
    return remove.mutateAsync(story.id).then(
      () => {
        toastSuccess('Story deleted successfully')
        if (!isStillHere()) return
        navigate({
          to: story.ownerName === null ? '/app/stories' : '/app/shared',
          state: { deletedStory: { id: story.id, title: story.title } },
          // What was begun in the story has gone with it.
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
    /** The story deleted a moment ago, so that the list can offer to bring it back. */
    deletedStory?: { id: string; title: string }
  }
}
