import type { FamilyTree } from '#contract/family.ts'

/**
 * A person's own branch: their ancestors, their descendants, the partners of all these, and the other parents of their children.
 * Two people with a child stand together, whether or not a union is known, as in the whole tree.
 */
export function branchOf(tree: FamilyTree, rootId: string): FamilyTree {
  const kept = new Set([rootId])
  const parents = new Map<string, string[]>()
  const children = new Map<string, string[]>()
  for (const { type, fromId, toId } of tree.connections) {
    if (type !== 'parent') continue
    parents.set(toId, [...(parents.get(toId) ?? []), fromId])
    children.set(fromId, [...(children.get(fromId) ?? []), toId])
  }
  for (const next of [parents, children]) {
    const reached = new Set([rootId])
    for (const id of reached) for (const one of next.get(id) ?? []) reached.add(one)
    for (const id of reached) kept.add(id)
  }
  const own = new Set(kept)
  for (const id of own) for (const parent of parents.get(id) ?? []) kept.add(parent)
  for (const { type, fromId, toId } of tree.connections) {
    if (type !== 'partner') continue
    if (own.has(fromId)) kept.add(toId)
    if (own.has(toId)) kept.add(fromId)
  }
  return {
    selfId: tree.selfId,
    people: tree.people.filter(({ id }) => kept.has(id)),
    connections: tree.connections.filter(({ fromId, toId }) => kept.has(fromId) && kept.has(toId)),
  }
}
