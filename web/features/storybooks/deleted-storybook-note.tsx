import { useLocation, useNavigate } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { useStorybookActions } from './use-storybooks.ts'

/** After a deletion: says so, and offers the way back for as long as the list stays open. */
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
    <div
      role="status"
      className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 sm:px-6"
    >
      <p className="min-w-0 break-words">
        {restore.isError ? sentenceOf(restore.error) : <>“{deleted.title}” was deleted.</>}
      </p>
      <Button variant="outline" busy={restore.isPending} onClick={bringBack}>
        <Undo2 size={22} aria-hidden="true" />
        Bring it back
      </Button>
    </div>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The storybook deleted a moment ago, so that the list can offer to bring it back. */
    deletedStorybook?: { id: string; title: string }
  }
}
