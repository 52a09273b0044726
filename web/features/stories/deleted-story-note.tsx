import { useLocation, useNavigate } from '@tanstack/react-router'
import { DeletedNote } from '../../ui/deleted-note.tsx'
import { useRestoreStory } from './use-story.ts'

/** After a deletion: says so, and offers the way back for as long as the list stays open. */
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
