import { Undo2 } from 'lucide-react'
import { sentenceOf } from '../../../lib/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { focusHeading } from '../../../ui/use-opener.ts'
import { useStorybookActions } from '../use-storybooks.ts'

export type RemovedPageNoteProps = { storybookId: string; pageId: string; onDone: () => void }

/** Shown after a page was removed: says so, and offers to restore it while the book stays open. */
export function RemovedPageNote({ storybookId, pageId, onDone }: RemovedPageNoteProps) {
  const { restorePage } = useStorybookActions()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 sm:px-6"
    >
      <p>{restorePage.isError ? sentenceOf(restorePage.error) : 'The page was taken out.'}</p>
      <Button
        variant="outline"
        busy={restorePage.isPending}
        onClick={() =>
          restorePage.mutate(
            { storybookId, id: pageId },
            {
              onSuccess: () => {
                focusHeading()
                onDone()
              },
            },
          )
        }
      >
        <Undo2 size={22} aria-hidden="true" />
        Put it back
      </Button>
    </div>
  )
}
