import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { type PlacedPerson, placeFamily } from '#contract/place-family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { TreeLine } from '#contract/tree-lines.ts'

export type LaidOut = {
  people: PlacedPerson[]
  byId: Map<string, PlacedPerson>
  /** People by row, from left to right. */
  rows: PlacedPerson[][]
  lines: TreeLine[]
  connections: FamilyConnection[]
  width: number
  height: number
}

/** A family with the positions at which the screen draws it. */
export function layOut(tree: FamilyTree): LaidOut {
  const { people, lines, width, height } = placeFamily(tree)
  const rows: PlacedPerson[][] = []
  for (const one of people) {
    rows[one.row] ??= []
    rows[one.row]?.push(one)
  }
  return {
    people,
    byId: new Map(people.map((one) => [one.id, one])),
    rows: Array.from(rows, (row) => row ?? []),
    lines,
    connections: tree.connections,
    width,
    height,
  }
}

export type Area = { left: number; top: number; right: number; bottom: number }

/**
 * The people in an area. Looks only at its rows and uses binary search there, so the cost
 * depends on what is visible, not on the size of the family.
 */
export function peopleIn({ rows }: LaidOut, area: Area): PlacedPerson[] {
  const found: PlacedPerson[] = []
  const first = Math.max(0, Math.floor((area.top - treeSizes.height) / treeSizes.rowStep))
  const last = Math.min(rows.length - 1, Math.ceil(area.bottom / treeSizes.rowStep))
  for (let r = first; r <= last; r += 1) {
    const row = rows[r] ?? []
    for (let i = firstFrom(row, area.left - treeSizes.width); i < row.length; i += 1) {
      const one = row[i]
      if (!one || one.x > area.right) break
      found.push(one)
    }
  }
  return found
}

export const linesIn = ({ lines }: LaidOut, area: Area): TreeLine[] =>
  lines.filter(
    (line) =>
      line.right >= area.left &&
      line.left <= area.right &&
      line.bottom >= area.top &&
      line.top <= area.bottom,
  )

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The person that an arrow key leads to: a parent, a child, or the next in the row. */
export function relativeTowards(tree: LaidOut, id: string, direction: Direction): string | null {
  const own = tree.byId.get(id)
  if (!own) return null
  if (direction === 'left' || direction === 'right') {
    const row = tree.rows[own.row] ?? []
    return row[row.indexOf(own) + (direction === 'left' ? -1 : 1)]?.id ?? null
  }
  const related = tree.connections.flatMap(({ type, fromId, toId }) => {
    if (type !== 'parent') return []
    if (direction === 'up') return toId === id ? [fromId] : []
    return fromId === id ? [toId] : []
  })
  return (
    nearest(
      related.flatMap((one) => tree.byId.get(one) ?? []),
      own,
    )?.id ?? null
  )
}

function nearest(people: PlacedPerson[], to: PlacedPerson): PlacedPerson | undefined {
  return people.toSorted((a, b) => Math.abs(a.x - to.x) - Math.abs(b.x - to.x))[0]
}

function firstFrom(row: PlacedPerson[], x: number): number {
  let low = 0
  let high = row.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((row[middle]?.x ?? 0) < x) low = middle + 1
    else high = middle
  }
  return low
}
