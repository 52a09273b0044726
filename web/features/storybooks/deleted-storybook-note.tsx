import { useLocation, useNavigate } from '@tanstack/react-router'
import { DeletedNote } from '../../ui/deleted-note.tsx'
import { useStorybookActions } from './use-storybooks.ts'

/** Shown after a book was deleted: says so, and offers to restore it until the list is left. */
export function DeletedStorybookNote() {
  const deleted = useLocation({ select: (location) => location.state.deletedStorybook })
  const navigate = useNavigate()
  const { restore } = useStorybookActions()
  if (!deleted) return null

  const bringBack = () =>
    restore.mutate(
      { id: deleted.id },
      {
        onSuccess: () =>
          navigate({
            to: '/app/storybooks/$storybookId',
            params: { storybookId: deleted.id },
            replace: true,
          }),
      },
    )
  return (
    <DeletedNote
      title={deleted.title}
      error={restore.error}
      busy={restore.isPending}
      onBringBack={bringBack}
    />
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The storybook just deleted, so that the list can offer to restore it. */
    deletedStorybook?: { id: string; title: string }
  }
}
