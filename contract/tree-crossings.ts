import type { TreeGraph } from '#contract/tree-graph.ts'

/** Rows of people, left to right. */
export type Ordered = { rows: Int32Array[]; row: Int32Array; position: Int32Array }

/**
 * How many lines of descent cross between neighbouring rows. The lines of a couple's children start between the two parents, so
 * that siblings' lines never cross each other.
 */
export function countCrossings({ parents }: TreeGraph, { rows, row, position }: Ordered): number {
  let crossings = 0
  for (let r = 1; r < rows.length; r += 1) {
    const above = rows[r - 1]
    const below = rows[r]
    if (!above || !below) continue
    const seen = new Int32Array(2 * above.length + 2)
    let total = 0
    for (const child of below) {
      const from = parents.start[child] ?? 0
      const until = parents.start[child + 1] ?? 0
      let sum = 0
      let found = 0
      for (let at = from; at < until; at += 1) {
        const parent = parents.list[at] ?? 0
        if (row[parent] !== r - 1) continue
        sum += position[parent] ?? 0
        found += 1
      }
      if (found === 0) continue
      const origin = Math.round((2 * sum) / found) + 1
      crossings += total - countUpTo(seen, origin)
      add(seen, origin)
      total += 1
    }
  }
  return crossings
}

/** Prefix sum of a Fenwick tree: how many of the added values are at most `index`. */
function countUpTo(tree: Int32Array, index: number): number {
  let sum = 0
  for (let i = index; i > 0; i -= i & -i) sum += tree[i] ?? 0
  return sum
}

function add(tree: Int32Array, index: number): void {
  for (let i = index; i < tree.length; i += i & -i) tree[i] = (tree[i] ?? 0) + 1
}
