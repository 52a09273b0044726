import { Undo2 } from 'lucide-react'
import type { BookPage } from '#contract/book-pages.ts'
import { sentenceOf } from '../../../lib/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { focusHeading } from '../../../ui/use-opener.ts'
import { useStorybookActions } from '../use-storybooks.ts'
import { wordsOfPage } from './words-of-page.ts'

export type RemovedPageNoteProps = { storybookId: string; page: BookPage; onDone: () => void }

/** Shown after a page was removed: says so, and offers to restore it while the book stays open. */
export function RemovedPageNote({ storybookId, page, onDone }: RemovedPageNoteProps) {
  const { restorePage } = useStorybookActions()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 sm:px-6"
    >
      <div className="min-w-0 flex-1">
        <p>{restorePage.isError ? sentenceOf(restorePage.error) : 'The page was taken out.'}</p>
        <p dir="auto" className="line-clamp-1 text-sm text-muted wrap-anywhere">
          {wordsOfPage(page.content)}
        </p>
      </div>
      <Button
        variant="outline"
        busy={restorePage.isPending}
        onClick={() =>
          restorePage.mutate(
            { storybookId, id: page.id },
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
