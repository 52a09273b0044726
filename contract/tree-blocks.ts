import { eachNeighbour, type Generations } from '#contract/tree-generations.ts'
import type { TreeGraph } from '#contract/tree-graph.ts'

/** People who stand shoulder to shoulder: a couple, somebody between two partners, or one person alone. */
export type Blocks = {
  /** By block: the index in `members` where its people start, left to right. */
  start: Int32Array
  members: Int32Array
  /** By person: their block. */
  of: Int32Array
  /** By block: its row. */
  row: Int32Array
  component: Int32Array
  count: number
}

/** Strings partners in one row together, so that as many couples as possible are neighbours. */
export function buildBlocks(graph: TreeGraph, { row, component }: Generations): Blocks {
  const count = graph.people.length
  const of = new Int32Array(count).fill(-1)
  const start = new Int32Array(count + 1)
  const members = new Int32Array(count)
  const blockRow = new Int32Array(count)
  const blockComponent = new Int32Array(count)
  let blocks = 0
  let placed = 0

  const partnersInRow = (person: number) => {
    const found: number[] = []
    eachNeighbour(graph.partners, person, (partner) => {
      if (row[partner] === row[person] && of[partner] === -1) found.push(partner)
    })
    return found
  }
  const begin = (person: number) => {
    blockRow[blocks] = row[person] ?? 0
    blockComponent[blocks] = component[person] ?? 0
    const string = [person]
    of[person] = blocks
    for (let current = string.pop(); current !== undefined; current = string.pop()) {
      members[placed++] = current
      const next = partnersInRow(current)
      for (const partner of next) of[partner] = blocks
      // The last one pushed is placed next, so the partner through whom the string continues comes last.
      string.push(...next.toSorted((a, b) => partnersInRow(a).length - partnersInRow(b).length || b - a))
    }
    blocks += 1
    start[blocks] = placed
  }

  // A string that starts at one of its ends has every couple in it side by side; a circle of partners may start anywhere.
  for (let i = 0; i < count; i += 1) if (of[i] === -1 && partnersInRow(i).length <= 1) begin(i)
  for (let i = 0; i < count; i += 1) if (of[i] === -1) begin(i)
  return {
    start: start.subarray(0, blocks + 1),
    members,
    of,
    row: blockRow.subarray(0, blocks),
    component: blockComponent.subarray(0, blocks),
    count: blocks,
  }
}

/** The blocks of each family that no line joins to another, in the order of the components. */
export function familiesOf(blocks: Blocks): number[][] {
  const families: number[][] = []
  for (let block = 0; block < blocks.count; block += 1) {
    const family = blocks.component[block] ?? 0
    families[family] ??= []
    families[family].push(block)
  }
  return families
}
