import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LineNoteBar } from './line-note.tsx'
import { RelativeList } from './person-relatives.tsx'
import type { LineChanges } from './use-line-changes.ts'

export type LinesDialogProps = {
  tree: FamilyTree
  /** The person whose lines are shown; null while the dialog is closed. */
  personId: string | null
  changes: LineChanges
  onEdit: (line: FamilyConnection) => void
  onClose: () => void
}

/** A person's lines as a list, for touch, keyboard and screen reader users, who cannot reach the lines of the drawing. */
export function LinesDialog({ tree, personId, changes, onEdit, onClose }: LinesDialogProps) {
  const person = tree.people.find(({ id }) => id === personId)
  return (
    <Dialog
      open={person !== undefined}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={person ? `Lines of ${nameOf(person)}` : ''}
      description="Whom they are joined to, and in which way."
    >
      {person ? (
        <div className="flex flex-col gap-3">
          <LineNoteBar changes={changes} />
          <RelativeList tree={tree} memberId={person.id} onEdit={onEdit} onRemove={changes.remove} />
        </div>
      ) : null}
    </Dialog>
  )
}
