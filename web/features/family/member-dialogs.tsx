import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FamilyTree, TreePerson } from '#contract/family.ts'
import type { FamilyMember } from '#contract/family-members.ts'
import { nameOf } from '#contract/person-name.ts'
import type { Relationship } from '#contract/relationships.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { orpc } from '../../lib/rpc.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fieldsOf, type MemberFields, noFields } from './member-fields.ts'
import { MemberForm } from './member-form.tsx'
import { PortraitField } from './portrait-field.tsx'
import { useAddMember, useRemoveMember, useUpdateMember } from './use-family.ts'

export type AddMemberDialogProps = {
  tree: FamilyTree | undefined
  relationship?: Relationship
  open: boolean
  onClose: () => void
  onAdded?: (id: string) => void
}

/** Adds a person to the family. */
export function AddMemberDialog({
  tree,
  relationship = 'Parent',
  open,
  onClose,
  onAdded,
}: AddMemberDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Add Family Member"
      width="wide"
      focusFirstField
    >
      <AddForm
        tree={tree}
        relationship={relationship}
        onAdded={(id) => {
          onClose()
          onAdded?.(id)
        }}
      />
    </Dialog>
  )
}

type AddFormProps = {
  tree: FamilyTree | undefined
  relationship: Relationship
  onAdded: (id: string) => void
}

function AddForm({ tree, relationship, onAdded }: AddFormProps) {
  const [fields, setFields] = useState<MemberFields>({ ...noFields, relationship })
  const add = useAddMember()
  const { idFor } = useIdForWords()
  const submit = () => {
    const { viaId, ...facts } = fields
    add.mutateAsync({ ...facts, viaId: viaId || null, id: idFor(fields) }).then(
      ({ id }) => onAdded(id),
      () => undefined,
    )
  }
  return (
    <MemberForm
      fields={fields}
      onChange={setFields}
      tree={tree}
      withRelationship
      submitLabel="Add Family Member"
      busy={add.isPending}
      error={add.isError ? sentenceOf(add.error) : null}
      onSubmit={submit}
    />
  )
}

export type EditMemberDialogProps = {
  memberId: string | null
  tree: FamilyTree | undefined
  onClose: () => void
}

/** Edits the facts about a person. */
export function EditMemberDialog({ memberId, tree, onClose }: EditMemberDialogProps) {
  const member = useQuery({
    ...orpc.familyMembers.get.queryOptions({ input: { id: memberId ?? '' } }),
    enabled: memberId !== null,
  })
  return (
    <Dialog
      open={memberId !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Edit Family Member"
      width="wide"
    >
      {member.isPending ? <Skeleton className="h-96" /> : null}
      <LoadFailure of={member} />
      {member.data ? (
        <EditForm key={member.data.id} member={member.data} tree={tree} onDone={onClose} />
      ) : null}
    </Dialog>
  )
}

function EditForm({
  member,
  tree,
  onDone,
}: {
  member: FamilyMember
  tree: FamilyTree | undefined
  onDone: () => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(member))
  const { replaced, update } = useUpdateMember(member, setFields)
  const { firstName, lastName } = fields
  const isRenamed = nameOf({ ...member, firstName, lastName }) !== nameOf(member)
  return (
    <MemberForm
      fields={fields}
      onChange={setFields}
      stored={member}
      tree={tree}
      withRelationship={member.role === 'owner' && !member.isSelf}
      note={member.role !== 'owner' && isRenamed ? ofStories(member) : null}
      portrait={<PortraitField member={member} />}
      submitLabel="Save"
      busy={update.isPending}
      error={update.isError ? sentenceOf(update.error) : null}
      replaced={replaced}
      onSubmit={() =>
        update.mutate(fields, { onSuccess: (outcome) => ('saved' in outcome ? onDone() : undefined) })
      }
    />
  )
}

/** Stories are found by the name of who tells them, and nobody but their owner can give them another. */
function ofStories({ ownerName }: FamilyMember): string {
  return `The stories they tell are found by their name, and stay with the old one. If they are to come along, let ${ownerName || 'the owner'} change it instead of you.`
}

export type RemoveMemberDialogProps = {
  person: Pick<TreePerson, 'id' | 'firstName' | 'lastName' | 'isPlaceholder' | 'isSelf'> | null
  onClose: () => void
  onRemoved?: () => void
}

/** Asks for confirmation before a person is removed; their lines are removed along with them. */
export function RemoveMemberDialog({ person, onClose, onRemoved }: RemoveMemberDialogProps) {
  const remove = useRemoveMember()
  const hereNow = useStillHere()
  const confirm = () => {
    if (!person) return
    const isStillHere = hereNow()
    // Not in a callback of `mutate`, which would be lost if the live change removes the person's page before the answer arrives.
    remove.mutateAsync({ id: person.id }).then(
      () => {
        onClose()
        if (isStillHere()) onRemoved?.()
      },
      () => undefined,
    )
  }
  return (
    <ConfirmDialog
      open={person !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Remove Family Member?"
      description={
        <>
          This action cannot be undone.
          {person ? ` ${nameOf(person)} and their lines leave the tree; stories they tell stay.` : null}
        </>
      }
      confirmLabel="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    />
  )
}
