import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FamilyMember } from '#contract/family-members.ts'
import { type FamilyWarning, warnAboutLife } from '#contract/family-warnings.ts'
import { situationOf } from '../../lib/errors.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { useMeanwhile } from '../../lib/meanwhile.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { toastError, toastNote, toastSuccess } from '../../ui/toast.tsx'
import { fieldsOf, type MemberFields } from './member-fields.ts'

export const useFamilyTree = () => useQuery(orpc.family.tree.queryOptions())

const warningWords: Record<FamilyWarning['code'], string> = {
  CHILD_OLDER_THAN_PARENT: 'By these dates the child is older than the parent. It is kept as you said.',
  PARENT_VERY_YOUNG: 'By these dates the parent was a child at the time. It is kept as you said.',
  BORN_AFTER_MOTHERS_DEATH: 'By these dates the mother had died before. It is kept as you said.',
  DEATH_BEFORE_BIRTH: 'By these dates the death comes before the birth. It is kept as you said.',
}

function sayWhatDoesNotFit(warnings: FamilyWarning[]): void {
  for (const { code } of warnings) toastNote('Please have a look at the dates', warningWords[code])
}

/** After a change, everything that names a person is fetched again. */
export function useFamilyChanged() {
  const queries = useQueryClient()
  return () => readAnew(queries, orpc.family, orpc.familyMembers, orpc.account.dashboard)
}

export function useAddMember() {
  const changed = useFamilyChanged()
  return useMutation({
    ...orpc.familyMembers.create.mutationOptions(),
    onSuccess: async (member) => {
      toastSuccess('Family member added!')
      sayWhatDoesNotFit(warnAboutLife(member))
      await changed()
    },
    onError: () => toastError('Failed to add family member'),
  })
}

/**
 * Saves the facts about a person, merged with what others changed meanwhile.
 *
 * @param goOnWith called with the merged fields, instead of saving, if both changed the same fact
 */
export function useUpdateMember(member: FamilyMember, goOnWith: (fields: MemberFields) => void) {
  const renew = useFamilyChanged()
  const { id, role } = member
  const { replaced, save } = useMeanwhile(member, {
    fieldsOf,
    read: () => client.familyMembers.get({ id }),
    write: ({ base, changed }: { base: FamilyMember; changed: Partial<MemberFields> }) => {
      const { viaId, relationship, ...facts } = changed
      // Only the tree's owner may change a person's place in it.
      const place = {
        ...(relationship === undefined ? {} : { relationship }),
        ...(viaId === undefined ? {} : { viaId: viaId || null }),
      }
      return client.familyMembers.update({
        ...facts,
        ...(role === 'owner' ? place : {}),
        id,
        version: base.version,
      })
    },
  })
  const update = useMutation({
    mutationFn: save,
    onSuccess: async (outcome) => {
      if ('fields' in outcome) return goOnWith(outcome.fields)
      toastSuccess('Family member updated!')
      sayWhatDoesNotFit(warnAboutLife(outcome.saved))
      await renew()
    },
    onError: () => toastError('Failed to update family member'),
  })
  return { replaced, update }
}

export function useRemoveMember() {
  const changed = useFamilyChanged()
  return useMutation({
    mutationFn: (person: { id: string }) => goneIsDeleted(client.familyMembers.delete(person)),
    onSuccess: async () => {
      toastSuccess('Family member removed')
      await changed()
    },
    onError: () => toastError('Failed to delete family member'),
  })
}

/** Draws a line. If there is one already, the answer has it, and the dialog says so. */
export function useConnect() {
  const changed = useFamilyChanged()
  return useMutation({
    ...orpc.family.connect.mutationOptions(),
    onSuccess: async ({ isNew, warnings }) => {
      if (isNew) toastSuccess('Connection created!')
      sayWhatDoesNotFit(warnings)
      await changed()
    },
  })
}

export function useDisconnect() {
  const changed = useFamilyChanged()
  return useMutation({
    mutationFn: (line: { id: string }) => goneIsDeleted(client.family.disconnect(line)),
    onSuccess: async () => {
      toastSuccess('Connection removed')
      await changed()
    },
    onError: (error) => {
      const isAutomatic = situationOf(error) === 'AUTOMATIC_LINE'
      const title = isAutomatic
        ? 'Cannot delete original family connections'
        : 'The line could not be removed'
      toastError(title)
    },
  })
}
