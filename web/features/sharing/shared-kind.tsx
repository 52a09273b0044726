import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SharedRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type PagedList, ShowMore } from '../../ui/show-more.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { resourceWords } from './resource-words.ts'
import { wordsOfRole } from './role-words.ts'
import { useRevoke } from './use-sharing.ts'

type Shared = { id: string; shareId: string; ownerName: string; role: SharedRole }

export type SharedKindProps<Item extends Shared> = {
  type: ResourceType
  heading: string
  /** The label of the button that loads the next page. */
  more: string
  className: string
  list: PagedList
  items: Item[]
  titleOf: (item: Item) => string
  card: (item: Item) => ReactNode
}

/** All things of one kind that other people share with this person; renders nothing if there are none. */
export function SharedKind<Item extends Shared>({
  type,
  heading,
  more,
  className,
  list,
  items,
  titleOf,
  card,
}: SharedKindProps<Item>) {
  if (items.length === 0) return null
  return (
    <section aria-label={heading}>
      <h2 className="mb-5 text-xl font-bold">{heading}</h2>
      <ul className={cn('grid grid-cols-1', className)}>
        {items.map((item) => (
          <li key={item.shareId} className="flex flex-col gap-2">
            <div className="flex-1">{card(item)}</div>
            <SharedBy type={type} shared={item} title={titleOf(item)} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="lg" className="mt-10" isCentred>
        {more}
      </ShowMore>
    </section>
  )
}

type SharedByProps = { type: ResourceType; shared: Shared; title: string }

/** Who owns the thing, what this person may do with it, and a button to give up that access. */
function SharedBy({ type, shared, title }: SharedByProps) {
  const [leaving, setLeaving] = useState(false)
  const giveUp = useRevoke({ resourceType: type, resourceId: shared.id })
  const { ownerName, role, shareId } = shared

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 ps-2">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        Shared by <bdi className="font-semibold wrap-anywhere">{ownerName || 'somebody'}</bdi>.{' '}
        {wordsOfRole(type, role).may}
      </p>
      <Button variant="ghost" size="sm" onClick={() => setLeaving(true)}>
        <LogOut size={18} aria-hidden="true" />
        Leave
        <span className="sr-only">“{title}”</span>
      </Button>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={`Take this ${resourceWords[type]} off your list?`}
        description={`You will not see “${title}” any more. ${ownerName || 'Whoever keeps it'} can share it with you again.`}
        confirmLabel="Take it off"
        busy={giveUp.isPending}
        error={giveUp.error}
        // Not in a callback of `mutate`, which would be lost: this row is gone from the list before the answer arrives.
        onConfirm={() =>
          giveUp.mutateAsync(shareId).then(
            () => toastSuccess('Access revoked'),
            () => undefined,
          )
        }
      />
    </div>
  )
}
