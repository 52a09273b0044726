import { Link } from '@tanstack/react-router'
import { BookHeart, BookOpen, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashedItem } from '#contract/archive-trash.ts'
import { limits } from '#contract/limits.ts'
import { now } from '../../lib/clock.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf, formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AlbumDrawing } from '../../ui/drawings/album.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SettingsRow } from '../../ui/settings-section.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { useDeleteForGood, useRestore, useTrash } from './use-trash.ts'

const kinds = {
  story: { name: 'Story', icon: BookHeart, goes: 'its recordings, transcripts, notes and files' },
  storybook: { name: 'Storybook', icon: BookOpen, goes: 'its pages; the stories it was made of stay' },
}

/** Everything deleted that can still be restored, with a button to delete it for good. */
export function TrashList() {
  const trash = useTrash()
  const deleteForGood = useDeleteForGood()
  const [asked, setAsked] = useState<TrashedItem | null>(null)

  if (trash.isPending) return <TrashSkeleton />
  if (trash.isError && !trash.data) {
    return (
      <ErrorPanel
        title="Your trash could not be loaded"
        sentence={sentenceOf(trash.error)}
        onRetry={() => trash.refetch()}
      />
    )
  }
  const items = trash.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) {
    return (
      <EmptyState
        drawing={<AlbumDrawing />}
        title="Nothing here"
        sentence="Stories and storybooks that you delete wait here for 30 days, in case you want them back."
        action={
          <Button variant="outline" asChild>
            <Link to="/app/stories">Go to your stories</Link>
          </Button>
        }
      />
    )
  }

  const letGo = (item: TrashedItem) =>
    deleteForGood.mutateAsync(item).then(
      () => setAsked(null),
      () => undefined,
    )

  return (
    <>
      <Card className="max-w-[53.75rem]">
        <ul className="divide-y divide-border">
          {items.map((item) => (
            <li key={item.id}>
              <TrashRow item={item} onDelete={() => setAsked(item)} />
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore list={trash} size="lg" className="mt-8" />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (open) return
          setAsked(null)
          deleteForGood.reset()
        }}
        title="Delete for good?"
        description={
          asked
            ? `“${asked.title}” goes with ${kinds[asked.type].goes}. Nobody can bring it back then.`
            : null
        }
        confirmLabel="Delete for good"
        busy={deleteForGood.isPending}
        error={deleteForGood.error}
        onConfirm={() => asked && letGo(asked)}
      />
    </>
  )
}

/** Whole days left, including today. Capped, so that a device whose clock is slightly slow does not show more days than the trash has. */
function daysUntil(goneAt: string): number {
  const days = Math.ceil((Date.parse(goneAt) - now().getTime()) / 86_400_000)
  return Math.min(limits.trashDays, Math.max(0, days))
}

function TrashRow({ item, onDelete }: { item: TrashedItem; onDelete: () => void }) {
  // One for each row: another that is restored must not take away what went wrong here.
  const restore = useRestore()
  const { name, icon: Icon } = kinds[item.type]
  const days = daysUntil(item.goneAt)
  // Uses the promise and not a callback of `mutate`: the row is removed before the answer to its button arrives.
  const bringBack = () =>
    restore.mutateAsync(item).then(
      () => toastSuccess(`“${item.title}” is back`),
      () => undefined,
    )
  return (
    <SettingsRow
      icon={<Icon aria-hidden="true" />}
      title={<span dir="auto">{item.title}</span>}
      detail={`${name} · deleted on ${formatDate(item.deletedAt)} · goes for good in ${countOf(days, 'day')}`}
      action={
        <>
          <Button variant="outline" busy={restore.isPending} onClick={bringBack}>
            <Undo2 size={22} aria-hidden="true" />
            Restore
            <span className="sr-only"> {item.title}</span>
          </Button>
          <Button variant="ghost" className="text-danger!" onClick={onDelete}>
            Delete for good
            <span className="sr-only"> {item.title}</span>
          </Button>
        </>
      }
      problem={restore.isError ? sentenceOf(restore.error) : null}
    />
  )
}

function TrashSkeleton() {
  return (
    <div role="status" className="flex max-w-[53.75rem] flex-col gap-3">
      <span className="sr-only">Your trash is being loaded</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
