import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SharedStory } from '#contract/sharing.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { roleWords } from './role-words.ts'
import { useRevoke, useSharedWithMe } from './use-sharing.ts'

export type SharedListProps = {
  empty: ReactNode
  /** How a story is drawn; the page joins this list with the cards. */
  card: (story: SharedStory) => ReactNode
}

/** Stories that others share with the person. */
export function SharedList({ empty, card }: SharedListProps) {
  const list = useSharedWithMe()
  if (list.isPending) {
    return (
      <div role="status" className={grid}>
        <span className="sr-only">The stories are being loaded</span>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    )
  }
  if (!list.data) {
    return (
      <ErrorPanel
        title="These stories could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }

  const stories = list.data.pages.flatMap((page) => page.items)
  if (stories.length === 0) return empty
  return (
    <>
      <h2 className="sr-only">Stories shared with you</h2>
      <ul className={grid}>
        {stories.map((story) => (
          <li key={story.shareId} className="flex flex-col gap-2">
            <div className="flex-1">{card(story)}</div>
            <SharedBy story={story} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="mt-10 flex justify-center">
          <Button
            variant="outline"
            size="lg"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}

const grid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3'

function SharedBy({ story }: { story: SharedStory }) {
  const [leaving, setLeaving] = useState(false)
  const giveUp = useRevoke({ resourceType: 'story', resourceId: story.id })

  return (
    <div className="flex items-center justify-between gap-3 ps-2">
      <p className="min-w-0 text-sm text-muted">
        Shared by <bdi className="font-semibold wrap-anywhere">{story.ownerName || 'somebody'}</bdi>.{' '}
        {roleWords[story.role].may}
      </p>
      <Button variant="ghost" size="sm" onClick={() => setLeaving(true)}>
        <LogOut size={18} aria-hidden="true" />
        Leave
        <span className="sr-only">“{story.title}”</span>
      </Button>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave this story?"
        description={`“${story.title}” goes from your list. Only ${story.ownerName || 'its owner'} can share it with you again.`}
        confirmLabel="Leave it"
        busy={giveUp.isPending}
        error={giveUp.isError ? sentenceOf(giveUp.error) : null}
        onConfirm={() => giveUp.mutate(story.shareId, { onSuccess: () => toastSuccess('Access revoked') })}
      />
    </div>
  )
}
