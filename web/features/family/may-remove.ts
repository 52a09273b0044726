import type { FamilyTree, TreePerson } from '#contract/family.ts'

/** Whether a person can be removed. Somebody unnamed whom an automatic line needs cannot: they would come back at once. */
export function mayRemove(
  { id, isSelf, isDerived }: Pick<TreePerson, 'id' | 'isSelf' | 'isDerived'>,
  tree: Pick<FamilyTree, 'connections'> | undefined,
): boolean {
  if (!isDerived) return !isSelf
  if (!tree) return false
  return !tree.connections.some(
    ({ isAutomatic, fromId, toId }) => isAutomatic && (fromId === id || toId === id),
  )
}
