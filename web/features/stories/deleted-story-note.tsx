import { useLocation, useNavigate } from '@tanstack/react-router'
import { DeletedNote } from '../../ui/deleted-note.tsx'
import { useRestoreStory } from './use-story.ts'

/** Shown after a story was deleted: says so, and offers to restore it until the list is left. */
export function DeletedStoryNote() {
  const deleted = useLocation({ select: (location) => location.state.deletedStory })
  const navigate = useNavigate()
  const restore = useRestoreStory()
  if (!deleted) return null

  const bringBack = () =>
    restore.mutate(deleted.id, {
      onSuccess: () =>
        navigate({ to: '/app/stories/$storyId', params: { storyId: deleted.id }, replace: true }),
    })

  return (
    <DeletedNote
      title={deleted.title}
      error={restore.error}
      busy={restore.isPending}
      onBringBack={bringBack}
    />
  )
}
