import type { FamilyTree, TreePerson } from '#contract/family.ts'

/** The people of a tree in the order of how many lines lie between them and oneself; whom no line reaches comes last. */
export function nearestFirst({ selfId, people, connections }: FamilyTree): TreePerson[] {
  const related = new Map<string, string[]>()
  const relate = (id: string, to: string) => {
    const known = related.get(id)
    if (known) known.push(to)
    else related.set(id, [to])
  }
  for (const { fromId, toId } of connections) {
    relate(fromId, toId)
    relate(toId, fromId)
  }
  const reached = new Set([selfId])
  // The loop also comes to those whom it adds.
  for (const id of reached) for (const next of related.get(id) ?? []) reached.add(next)
  const places = new Map([...reached].map((id, place) => [id, place]))
  const placeOf = ({ id }: TreePerson) => places.get(id) ?? reached.size
  return people.toSorted((a, b) => placeOf(a) - placeOf(b))
}
