import { UsersRound } from 'lucide-react'
import type { TreePerson } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

export type BranchNoteProps = {
  /** The person whose branch is shown; null while everybody is shown. */
  root: TreePerson | null
  shown: number
  all: number
  onShowAll: () => void
}

/** Says that only part of the family is shown, so that nobody searches in vain for a hidden person, and offers to show everybody. */
export function BranchNote({ root, shown, all, onShowAll }: BranchNoteProps) {
  return (
    <div role="status">
      {root ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint px-4 py-2">
          <p className="min-w-0 wrap-anywhere">
            {root.isSelf ? (
              'Only your branch'
            ) : (
              <>
                Only the branch of <bdi className="font-semibold">{nameOf(root)}</bdi>
              </>
            )}{' '}
            is shown: {shown} of {countOf(all, 'person', 'people')}.
          </p>
          <Button variant="outline" size="sm" onClick={onShowAll}>
            <UsersRound size={20} aria-hidden="true" />
            Back to the whole family
          </Button>
        </div>
      ) : null}
    </div>
  )
}
