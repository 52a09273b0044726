/** What the layout knows of a person; everything else about them concerns only the screen. */
export type LayoutPerson = {
  id: string
  /** The row that a label asks for, counted from "you" (0); only used for people whom no line places. */
  generation?: number
  /** The day of birth by which siblings are ordered; people without one come last. */
  bornDay?: number | null
}
/** A line of type `parent` leads from the parent to the child. */
export type LayoutLine = { type: 'parent' | 'partner' | 'other'; fromId: string; toId: string }

/** Adjacency lists in one array: the neighbours of `i` stand from `start[i]` to `start[i + 1]`. */
export type Neighbours = { start: Int32Array; list: Int32Array }

/** A family with people as numbers, in an order that depends only on their ids. */
export type TreeGraph = {
  people: LayoutPerson[]
  self: number
  parents: Neighbours
  children: Neighbours
  partners: Neighbours
}

/** Builds the graph. Lines to unknown people, lines to oneself, and second lines between the same two people are left out. */
export function buildGraph(selfId: string, people: LayoutPerson[], lines: LayoutLine[]): TreeGraph {
  const sorted = inOrder(people) ? people : people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const count = sorted.length
  const indexOf = new Map<string, number>()
  for (let i = 0; i < count; i += 1) indexOf.set(sorted[i]?.id ?? '', i)

  const parentPairs: number[] = []
  const partnerPairs: number[] = []
  for (const { type, fromId, toId } of lines) {
    if (type === 'other') continue
    const [from, to] = [indexOf.get(fromId), indexOf.get(toId)]
    if (from === undefined || to === undefined || from === to) continue
    if (type === 'parent') parentPairs.push(from * count + to)
    else partnerPairs.push(Math.min(from, to) * count + Math.max(from, to))
  }
  const descent = unique(parentPairs)
  const parents = neighbours(
    count,
    descent,
    (pair) => pair % count,
    (pair) => Math.floor(pair / count),
  )
  const children = neighbours(
    count,
    descent,
    (pair) => Math.floor(pair / count),
    (pair) => pair % count,
  )
  const couples = unique([...partnerPairs, ...parentCouples(parents, count)])
  const both = Float64Array.from([...couples, ...Array.from(couples, (pair) => mirrored(pair, count))]).sort()
  const partners = neighbours(
    count,
    both,
    (pair) => Math.floor(pair / count),
    (pair) => pair % count,
  )
  return { people: sorted, self: indexOf.get(selfId) ?? -1, parents, children, partners }
}

const mirrored = (pair: number, count: number) => (pair % count) * count + Math.floor(pair / count)

function inOrder(people: LayoutPerson[]): boolean {
  for (let i = 1; i < people.length; i += 1) {
    if ((people[i - 1]?.id ?? '') >= (people[i]?.id ?? '')) return false
  }
  return true
}

/** The pairs of parents who have a child together: they stand together, whether or not a union is known. */
function parentCouples({ start, list }: Neighbours, count: number): number[] {
  const pairs: number[] = []
  for (let child = 0; child < count; child += 1) {
    const from = start[child] ?? 0
    if ((start[child + 1] ?? 0) - from !== 2) continue
    const [one = 0, other = 0] = [list[from], list[from + 1]]
    pairs.push(Math.min(one, other) * count + Math.max(one, other))
  }
  return pairs
}

function unique(pairs: number[]): Float64Array {
  const sorted = Float64Array.from(pairs).sort()
  let kept = 0
  for (let i = 0; i < sorted.length; i += 1) {
    const pair = sorted[i] ?? 0
    if (i > 0 && pair === sorted[kept - 1]) continue
    sorted[kept] = pair
    kept += 1
  }
  return sorted.subarray(0, kept)
}

function neighbours(
  count: number,
  pairs: Float64Array,
  keyOf: (pair: number) => number,
  itemOf: (pair: number) => number,
): Neighbours {
  const start = new Int32Array(count + 1)
  for (const pair of pairs) {
    const next = keyOf(pair) + 1
    start[next] = (start[next] ?? 0) + 1
  }
  for (let i = 0; i < count; i += 1) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0)
  const filled = start.slice(0, count)
  const list = new Int32Array(pairs.length)
  for (const pair of pairs) {
    const key = keyOf(pair)
    const at = filled[key] ?? 0
    list[at] = itemOf(pair)
    filled[key] = at + 1
  }
  return { start, list }
}
