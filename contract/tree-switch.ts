import type { Blocks } from '#contract/tree-blocks.ts'
import type { TreeGraph } from '#contract/tree-graph.ts'

const ROUNDS = 2

/**
 * Swaps neighbouring blocks wherever that reduces crossings, row by row, until nothing changes or the maximum of rounds is reached.
 * Changes `rows` in place; `place` holds everybody's place in their row and is kept up to date.
 */
export function switchNeighbours(
  graph: TreeGraph,
  blocks: Blocks,
  rows: Int32Array[],
  place: Float64Array,
): void {
  const ends = new Ends(graph, blocks, place)
  for (let round = 0; round < ROUNDS; round += 1) {
    let changed = 0
    for (let r = 0; r < rows.length; r += 1) {
      const row = rows[round % 2 === 0 ? r : rows.length - 1 - r]
      if (row) changed += switchRow(blocks, row, place, ends)
    }
    if (changed === 0) return
  }
}

function switchRow(blocks: Blocks, row: Int32Array, place: Float64Array, ends: Ends): number {
  let changed = 0
  ends.forget()
  for (let i = 1; i < row.length; i += 1) {
    const [left = 0, right = 0] = [row[i - 1], row[i]]
    if (blocks.component[left] !== blocks.component[right]) continue
    if (ends.gain(left, right) <= 0) continue
    row[i - 1] = right
    row[i] = left
    changed += 1
    exchange(blocks, left, right, place)
  }
  return changed
}

/** Puts the people of two blocks in the places of both, those of the right block first. */
function exchange(blocks: Blocks, left: number, right: number, place: Float64Array): void {
  const from = blocks.start[left] ?? 0
  const until = blocks.start[left + 1] ?? 0
  const rightFrom = blocks.start[right] ?? 0
  const rightUntil = blocks.start[right + 1] ?? 0
  const first = place[blocks.members[from] ?? 0] ?? 0
  const last = place[blocks.members[rightUntil - 1] ?? 0] ?? 0
  const step = (last - first) / Math.max(1, until - from + rightUntil - rightFrom - 1)
  let next = first
  for (let at = rightFrom; at < rightUntil; at += 1, next += step) place[blocks.members[at] ?? 0] = next
  for (let at = from; at < until; at += 1, next += step) place[blocks.members[at] ?? 0] = next
}

/** Where the lines of a block end, above and below; read once per row. */
class Ends {
  readonly #graph: TreeGraph
  readonly #blocks: Blocks
  readonly #place: Float64Array
  readonly #above = new Map<number, number[]>()
  readonly #below = new Map<number, number[]>()

  constructor(graph: TreeGraph, blocks: Blocks, place: Float64Array) {
    this.#graph = graph
    this.#blocks = blocks
    this.#place = place
  }

  forget(): void {
    this.#above.clear()
    this.#below.clear()
  }

  /** By how many crossings the total falls if the two swap. */
  gain(left: number, right: number): number {
    return (
      crossingsSaved(this.#linesAbove(left), this.#linesAbove(right)) +
      crossingsSaved(this.#linesBelow(left), this.#linesBelow(right))
    )
  }

  #linesAbove(block: number): number[] {
    const known = this.#above.get(block)
    if (known) return known
    const { parents } = this.#graph
    const found: number[] = []
    this.#eachMember(block, (person) => {
      const from = parents.start[person] ?? 0
      const until = parents.start[person + 1] ?? 0
      if (from === until) return
      let sum = 0
      for (let at = from; at < until; at += 1) sum += this.#place[parents.list[at] ?? 0] ?? 0
      found.push(sum / (until - from))
    })
    this.#above.set(block, found)
    return found
  }

  #linesBelow(block: number): number[] {
    const known = this.#below.get(block)
    if (known) return known
    const { parents, children } = this.#graph
    const found: number[] = []
    this.#eachMember(block, (person) => {
      for (let at = children.start[person] ?? 0; at < (children.start[person + 1] ?? 0); at += 1) {
        const child = children.list[at] ?? 0
        const firstParent = parents.list[parents.start[child] ?? 0] ?? 0
        const isOthers = firstParent !== person && this.#blocks.of[firstParent] === block
        if (!isOthers) found.push(this.#place[child] ?? 0)
      }
    })
    this.#below.set(block, found)
    return found
  }

  #eachMember(block: number, visit: (person: number) => void): void {
    const { start, members } = this.#blocks
    for (let at = start[block] ?? 0; at < (start[block + 1] ?? 0); at += 1) visit(members[at] ?? 0)
  }
}

function crossingsSaved(left: number[], right: number[]): number {
  let saved = 0
  for (const a of left) {
    for (const b of right) {
      if (a > b) saved += 1
      else if (a < b) saved -= 1
    }
  }
  return saved
}
