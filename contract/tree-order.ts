import { type Blocks, familiesOf } from '#contract/tree-blocks.ts'
import { countCrossings, type Ordered } from '#contract/tree-crossings.ts'
import { eachNeighbour, type Generations } from '#contract/tree-generations.ts'
import type { Neighbours, TreeGraph } from '#contract/tree-graph.ts'
import { switchNeighbours } from '#contract/tree-switch.ts'

export type RowOrder = Ordered & {
  /** By row: its blocks, left to right. */
  blocks: Int32Array[]
}

/**
 * The largest family that is swept: sweeps cost as much as everything else, and in larger families they rarely improve on the walk.
 */
const SWEPT_PEOPLE = 600
const SWEEPS = 6
/** Room for a block's number beside its place in one sort key; together they fit into 53 bits. */
const BLOCK_NUMBERS = 2 ** 20
/** Places range from 0 at a row's left end to this at its right end, so that rows of different lengths can be compared. */
const PLACES = 2 ** 30

/**
 * Orders every row so that few lines cross: first by walking through the family, then by moving everybody towards the middle of
 * their relatives above and below for as long as that helps. Families that are not joined stay apart.
 */
export function orderRows(graph: TreeGraph, generations: Generations, blocks: Blocks): RowOrder {
  const walked = walk(graph, blocks)
  let best = improved(graph, generations, blocks, walked)
  let fewest = countCrossings(graph, best)
  if (graph.people.length > SWEPT_PEOPLE) return best

  const kept = blocks.members.slice()
  let current = best
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    current = improved(graph, generations, blocks, swept(graph, blocks, current, sweep % 2 === 0))
    const crossings = countCrossings(graph, current)
    if (crossings >= fewest) continue
    fewest = crossings
    best = current
    kept.set(blocks.members)
  }
  blocks.members.set(kept)
  return best
}

function improved(graph: TreeGraph, generations: Generations, blocks: Blocks, rows: Int32Array[]): RowOrder {
  switchNeighbours(graph, blocks, rows, relativePlaces(fill(graph, generations, blocks, rows)))
  return fill(graph, generations, blocks, rows)
}

/** Walks from "you" outwards: a block, the blocks of its children, then the families that married in. */
function walk(graph: TreeGraph, blocks: Blocks): Int32Array[] {
  const rows: number[][] = []
  const seen = new Uint8Array(blocks.count)
  const stack: number[] = []
  const starts = startsOf(graph, blocks)
  for (const start of starts) {
    stack.push(start)
    for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
      if (seen[block]) continue
      seen[block] = 1
      const row = blocks.row[block] ?? 0
      rows[row] ??= []
      rows[row].push(block)
      pushRelatives(graph, blocks, block, seen, stack)
    }
  }
  return Array.from(rows, (row) => Int32Array.from(row ?? []))
}

/** The topmost blocks of each family, that of "you" first. */
function startsOf(graph: TreeGraph, blocks: Blocks): number[] {
  const isRoot = (block: number) => {
    for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
      const person = blocks.members[at] ?? 0
      if ((graph.parents.start[person + 1] ?? 0) > (graph.parents.start[person] ?? 0)) return false
    }
    return true
  }
  return familiesOf(blocks).flatMap((family) => {
    const roots = family.filter(isRoot)
    return [...roots.toSorted((a, b) => (blocks.row[a] ?? 0) - (blocks.row[b] ?? 0) || a - b), ...family]
  })
}

/**
 * Pushes in reverse, because the last one pushed is visited first. People who bring a family of their own come after their
 * siblings.
 */
function pushRelatives(
  graph: TreeGraph,
  blocks: Blocks,
  block: number,
  seen: Uint8Array,
  stack: number[],
): void {
  const { parents, children, people } = graph
  const later: number[] = []
  const sooner: number[] = []
  const above: number[] = []
  for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
    const person = blocks.members[at] ?? 0
    eachNeighbour(parents, person, (parent) => {
      const next = blocks.of[parent] ?? 0
      if (!seen[next]) above.push(next)
    })
    const own: number[] = []
    eachNeighbour(children, person, (child) => {
      if (!seen[blocks.of[child] ?? 0]) own.push(child)
    })
    own.sort((a, b) => bornOf(people[a]?.bornDay) - bornOf(people[b]?.bornDay) || a - b)
    for (const child of own) {
      const next = blocks.of[child] ?? 0
      if (bringsFamily(graph, blocks, next, block)) later.push(next)
      else sooner.push(next)
    }
  }
  for (const next of above.toReversed()) stack.push(next)
  for (const next of later.toReversed()) stack.push(next)
  for (const next of sooner.toReversed()) stack.push(next)
}

const bornOf = (day: number | null | undefined) => day ?? Number.MAX_SAFE_INTEGER

function bringsFamily({ parents }: TreeGraph, blocks: Blocks, block: number, from: number): boolean {
  for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
    const person = blocks.members[at] ?? 0
    for (let p = parents.start[person] ?? 0; p < (parents.start[person + 1] ?? 0); p += 1) {
      if (blocks.of[parents.list[p] ?? 0] !== from) return true
    }
  }
  return false
}

/** One pass over all rows: each block moves to the middle of its relatives, and couples swap sides where that avoids a crossing. */
function swept(graph: TreeGraph, blocks: Blocks, from: RowOrder, down: boolean): Int32Array[] {
  const towards = down ? graph.parents : graph.children
  const place = relativePlaces(from)
  const rows = from.blocks.map((row) => row)
  for (let step = 0; step < rows.length; step += 1) {
    const r = down ? step : rows.length - 1 - step
    const row = rows[r]
    if (!row) continue
    const sorted = sortRow(blocks, row, towards, place)
    rows[r] = sorted
    const size = from.rows[r]?.length ?? 1
    let next = 0
    for (const block of sorted) {
      turn(blocks, block, towards, place)
      for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
        place[blocks.members[at] ?? 0] = ((next + 0.5) / size) * PLACES
        next += 1
      }
    }
  }
  return rows
}

function relativePlaces({ rows, position }: RowOrder): Float64Array {
  const place = new Float64Array(position.length)
  for (const row of rows) {
    for (const person of row) place[person] = (((position[person] ?? 0) + 0.5) / row.length) * PLACES
  }
  return place
}

function sortRow(blocks: Blocks, row: Int32Array, towards: Neighbours, place: Float64Array): Int32Array {
  const keys = new Float64Array(row.length)
  for (let i = 0; i < row.length; i += 1) {
    keys[i] = Math.round(middleOf(blocks, row[i] ?? 0, towards, place)) * BLOCK_NUMBERS + i
  }
  for (let from = 0; from < row.length; ) {
    const family = blocks.component[row[from] ?? 0]
    let until = from + 1
    while (until < row.length && blocks.component[row[until] ?? 0] === family) until += 1
    keys.subarray(from, until).sort()
    from = until
  }
  const sorted = new Int32Array(row.length)
  for (let i = 0; i < row.length; i += 1) sorted[i] = row[(keys[i] ?? 0) % BLOCK_NUMBERS] ?? 0
  return sorted
}

/** The mean place of a block's relatives; its own place if it has none. */
function middleOf(blocks: Blocks, block: number, towards: Neighbours, place: Float64Array): number {
  let sum = 0
  let found = 0
  let own = 0
  const from = blocks.start[block] ?? 0
  const until = blocks.start[block + 1] ?? 0
  for (let at = from; at < until; at += 1) {
    const person = blocks.members[at] ?? 0
    own += place[person] ?? 0
    for (let n = towards.start[person] ?? 0; n < (towards.start[person + 1] ?? 0); n += 1) {
      sum += place[towards.list[n] ?? 0] ?? 0
      found += 1
    }
  }
  return found > 0 ? sum / found : own / (until - from)
}

function turn(blocks: Blocks, block: number, towards: Neighbours, place: Float64Array): void {
  const from = blocks.start[block] ?? 0
  const until = blocks.start[block + 1] ?? 0
  if (until - from < 2) return
  const first = meanPlace(blocks.members[from] ?? 0, towards, place)
  const last = meanPlace(blocks.members[until - 1] ?? 0, towards, place)
  if (first !== null && last !== null && first > last) blocks.members.subarray(from, until).reverse()
}

function meanPlace(person: number, { start, list }: Neighbours, place: Float64Array): number | null {
  const from = start[person] ?? 0
  const until = start[person + 1] ?? 0
  if (from === until) return null
  let sum = 0
  for (let at = from; at < until; at += 1) sum += place[list[at] ?? 0] ?? 0
  return sum / (until - from)
}

function fill(graph: TreeGraph, { row }: Generations, blocks: Blocks, order: Int32Array[]): RowOrder {
  const position = new Int32Array(graph.people.length)
  const rows = order.map((line) => {
    const people: number[] = []
    for (const block of line) {
      for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
        const person = blocks.members[at] ?? 0
        position[person] = people.length
        people.push(person)
      }
    }
    return Int32Array.from(people)
  })
  return { rows, row, position, blocks: order }
}
