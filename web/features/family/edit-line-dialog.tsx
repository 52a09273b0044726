import { type FormEvent, useState } from 'react'
import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Form } from '../../ui/form.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { LineFields, type LineSays } from './line-fields.tsx'
import { type LineChanges, saidBy, useChangeLine } from './use-line-changes.ts'
import { parentNames, unionNames } from './words.ts'

export type EditLineDialogProps = {
  tree: FamilyTree
  /** The id of the line being edited; null while the dialog is closed. */
  lineId: string | null
  changes: LineChanges
  onClose: () => void
}

/** Edits what a line says: by birth or adopted, married or separated, since when. */
export function EditLineDialog({ tree, lineId, changes, onClose }: EditLineDialogProps) {
  const seen = useTreeWith(lineId, tree)
  const line = seen.connections.find(({ id }) => id === lineId)
  const [from, to] = [line?.fromId, line?.toId].map((id) => {
    const person = seen.people.find((one) => one.id === id)
    return person ? nameOf(person) : ''
  })
  return (
    <Dialog
      open={line !== undefined}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`${from} and ${to}`}
      description={line?.type === 'parent' ? `${from} is a parent of ${to}.` : 'What are they to each other?'}
    >
      {line ? <EditLineForm key={line.id} line={line} changes={changes} onDone={onClose} /> : null}
    </Dialog>
  )
}

/**
 * The current tree, or, once the line is no longer in it, the last tree that had it: the
 * text being written stays, and saving explains the problem.
 */
function useTreeWith(lineId: string | null, tree: FamilyTree): FamilyTree {
  const [seen, setSeen] = useState(tree)
  const isThere = lineId === null || tree.connections.some(({ id }) => id === lineId)
  if (isThere && tree !== seen) setSeen(tree)
  return seen
}

type EditLineFormProps = { line: FamilyConnection; changes: LineChanges; onDone: () => void }

/** The label of each field, used to show what somebody else has changed. */
const labels = {
  kind: 'What they are to each other',
  startDate: 'Since',
  endDate: 'Until',
  startPlace: 'Where it began',
  label: 'In words',
} as const

function EditLineForm({ line, changes, onDone }: EditLineFormProps) {
  const [says, setSays] = useState(() => saidBy(line))
  useUnsaved(says)
  const { replaced, change } = useChangeLine(line, changes, setSays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A callback of `mutate` does not run after unmounting: if this dialog was closed meanwhile, it does not close the one opened since.
    change.mutate(says, { onSuccess: (outcome) => ('saved' in outcome ? onDone() : undefined) })
  }

  return (
    <Form onSubmit={submit} busy={change.isPending} className="flex flex-col gap-5">
      <LineFields says={says} onChange={setSays} />
      {line.isAutomatic ? (
        <p className="text-sm text-muted">
          This line follows from what they are to you. What you say here wins over that.
        </p>
      ) : null}
      <MeanwhileNote replaced={inWords(replaced)} labels={labels} />
      {change.isError ? <Alert>{sentenceOf(change.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={change.isPending}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

const kindNames: Record<FamilyConnection['kind'], string> = { ...parentNames, ...unionNames }

function inWords({ kind, type: _, ...texts }: Partial<LineSays>): { [Name in keyof typeof labels]?: string } {
  return kind === undefined ? texts : { ...texts, kind: kindNames[kind] }
}
