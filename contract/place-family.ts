import type { FamilyTree, TreePerson } from '#contract/family.ts'
import { rangeOf, sortingDay } from '#contract/family-date.ts'
import { readDate } from '#contract/family-date-text.ts'
import type { Relationship } from '#contract/relationships.ts'
import { layoutTree, type Placed } from '#contract/tree-layout.ts'
import { drawLines, type TreeLine } from '#contract/tree-lines.ts'

export type PlacedPerson = Placed & { person: TreePerson }
export type PlacedFamily = { people: PlacedPerson[]; lines: TreeLine[]; width: number; height: number }

/** The row of each label, by the specification, for people whom no connection places. */
const generationOf: Record<Relationship, number> = {
  Grandparent: -2,
  Parent: -1,
  'Aunt/Uncle': -1,
  Sibling: 0,
  Cousin: 0,
  Spouse: 0,
  Other: 0,
  Child: 1,
  'Niece/Nephew': 1,
  Grandchild: 2,
}

/** The laid-out tree: everybody in their place and the lines between them, for any renderer. */
export function placeFamily(tree: FamilyTree): PlacedFamily {
  const known = new Map(tree.people.map((person) => [person.id, person]))
  const { placed, width, height } = layoutTree(
    tree.selfId,
    tree.people.map((person) => ({
      id: person.id,
      generation: person.isSelf ? 0 : generationOf[person.relationship],
      bornDay: bornDay(person.dateOfBirth),
    })),
    tree.connections,
  )
  const people = placed.flatMap((one) => {
    const person = known.get(one.id)
    return person ? [{ ...one, person }] : []
  })
  return { people, lines: drawLines(placed, tree.connections), width, height }
}

function bornDay(text: string): number | null {
  const date = readDate(text)
  return date ? sortingDay(rangeOf(date)) : null
}
