import type { FamilyConnection } from '#contract/family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { Placed } from '#contract/tree-layout.ts'

/** A line as it is drawn: its corners in the layout's units, x and y alternating. */
export type TreeLine = {
  id: string
  type: FamilyConnection['type']
  /** Drawn dashed: descent other than by birth, a union that has ended, or a connection that claims no descent. */
  isBroken: boolean
  points: number[]
  left: number
  right: number
  top: number
  bottom: number
  fromId: string
  toId: string
  /** The connections that the line stands for; a child's line stands for those to both parents. */
  connections: FamilyConnection[]
}

const { width, height, partnerGap, rowStep } = treeSizes
const STEP = width + partnerGap
/** Lines of different families run at different heights between two rows, so that they can be told apart. */
const LANES = 5
const LANE_STEP = 12

/** All lines of a laid-out tree, in the order in which they are drawn. */
export function drawLines(placed: Placed[], connections: FamilyConnection[]): TreeLine[] {
  const at = new Map(placed.map((one) => [one.id, one]))
  const byChild = new Map<string, FamilyConnection[]>()
  const lines: TreeLine[] = []
  for (const connection of connections) {
    const [from, to] = [at.get(connection.fromId), at.get(connection.toId)]
    if (!from || !to) continue
    if (connection.type === 'parent') {
      const known = byChild.get(connection.toId)
      if (known) known.push(connection)
      else byChild.set(connection.toId, [connection])
    } else lines.push(sideLine(connection, from, to))
  }
  const descents = [...byChild].flatMap(([childId, parents]) => {
    const child = at.get(childId)
    return child ? originsOf(parents, at).map((origin) => ({ ...origin, child })) : []
  })
  const laneOf = assignLanes(descents)
  return [...lines, ...descents.map((descent) => descentLine(descent, laneOf.get(descent.family) ?? 0))]
}

type Origin = { x: number; y: number; row: number; family: string; connections: FamilyConnection[] }
type Descent = Origin & { child: Placed }

/** Where lines of descent start: between two parents who stand side by side, otherwise at each parent. */
function originsOf(parents: FamilyConnection[], at: Map<string, Placed>): Origin[] {
  const known = parents.flatMap((connection) => {
    const person = at.get(connection.fromId)
    return person ? [{ connection, person }] : []
  })
  const [one, other, ...more] = known
  if (one && other && more.length === 0 && one.person.row === other.person.row) {
    if (Math.abs(one.person.x - other.person.x) <= STEP + 1) {
      return [
        {
          x: (one.person.x + other.person.x + width) / 2,
          y: one.person.y + height / 2,
          row: one.person.row,
          family: [one.person.id, other.person.id].sort().join(' '),
          connections: [one.connection, other.connection],
        },
      ]
    }
  }
  return known.map(({ connection, person }) => ({
    x: person.x + width / 2,
    y: person.y + height,
    row: person.row,
    family: person.id,
    connections: [connection],
  }))
}

function assignLanes(descents: Descent[]): Map<string, number> {
  const families = new Map<string, { row: number; left: number; right: number }>()
  for (const { family, row, x, child } of descents) {
    const middle = child.x + width / 2
    const known = families.get(family)
    families.set(family, {
      row,
      left: Math.min(known?.left ?? x, x, middle),
      right: Math.max(known?.right ?? x, x, middle),
    })
  }
  const ends = new Map<number, number[]>()
  const lanes = new Map<string, number>()
  for (const [family, { row, left, right }] of [...families].toSorted((a, b) => a[1].left - b[1].left)) {
    const taken = ends.get(row) ?? []
    ends.set(row, taken)
    let lane = taken.findIndex((end) => end < left - 8)
    if (lane === -1) lane = taken.length < LANES ? taken.length : taken.indexOf(Math.min(...taken))
    taken[lane] = right
    lanes.set(family, lane)
  }
  return lanes
}

function descentLine({ x, y, row, connections, child }: Descent, lane: number): TreeLine {
  const to = child.x + width / 2
  const bus = row * rowStep + height + 28 + lane * LANE_STEP
  const [first] = connections
  const points = Math.abs(x - to) < 1 ? [x, y, to, child.y] : [x, y, x, bus, to, bus, to, child.y]
  return {
    ...boundsOf(points),
    id: connections.map(({ id }) => id).join(' '),
    type: 'parent',
    isBroken: connections.every(({ kind }) => kind !== 'birth'),
    points,
    fromId: first?.fromId ?? '',
    toId: child.id,
    connections,
  }
}

function sideLine(connection: FamilyConnection, from: Placed, to: Placed): TreeLine {
  const points = sidePoints(from, to)
  const ended = connection.kind === 'divorced' || connection.kind === 'separated'
  return {
    ...boundsOf(points),
    id: connection.id,
    type: connection.type,
    isBroken: connection.type === 'other' || ended,
    points,
    fromId: from.id,
    toId: to.id,
    connections: [connection],
  }
}

/** Straight between neighbours; below the cards where other people stand in between; from card to card across rows. */
function sidePoints(from: Placed, to: Placed): number[] {
  const [a, b] = from.x <= to.x ? [from, to] : [to, from]
  if (a.row !== b.row) {
    const [above, below] = a.row < b.row ? [a, b] : [b, a]
    return [above.x + width / 2, above.y + height, below.x + width / 2, below.y]
  }
  const middle = a.y + height / 2
  if (b.x - a.x <= STEP + 1) return [a.x + width, middle, b.x, middle]
  const under = a.y + height + 14
  return [
    a.x + width * 0.7,
    a.y + height,
    a.x + width * 0.7,
    under,
    b.x + width * 0.3,
    under,
    b.x + width * 0.3,
    b.y + height,
  ]
}

function boundsOf(points: number[]) {
  const xs = points.filter((_, index) => index % 2 === 0)
  const ys = points.filter((_, index) => index % 2 === 1)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** Coordinates in sequence (x, y, x, y) as the `d` of an SVG path. */
export function pathOf(points: number[]): string {
  let path = ''
  for (let i = 0; i < points.length; i += 2) path += `${i === 0 ? 'M' : 'L'}${points[i]} ${points[i + 1]}`
  return path
}
