import { buildBlocks } from '#contract/tree-blocks.ts'
import { assignX, treeSizes } from '#contract/tree-coordinates.ts'
import { countCrossings } from '#contract/tree-crossings.ts'
import { assignGenerations } from '#contract/tree-generations.ts'
import { buildGraph, type LayoutLine, type LayoutPerson } from '#contract/tree-graph.ts'
import { orderRows } from '#contract/tree-order.ts'

export type Placed = { id: string; x: number; y: number; row: number }
export type TreeLayout = {
  /** Everybody, row by row from above, left to right. */
  placed: Placed[]
  width: number
  height: number
  /** The number of lines of descent that cross between neighbouring rows. */
  crossings: number
}

/**
 * Lays a family out in rows by generation. The same family has the same layout, in whatever order it is given.
 * @param selfId the person from whom rows are counted; an unknown id is ignored
 */
export function layoutTree(selfId: string, people: LayoutPerson[], lines: LayoutLine[]): TreeLayout {
  const graph = buildGraph(selfId, people, lines)
  const generations = assignGenerations(graph)
  const blocks = buildBlocks(graph, generations)
  const order = orderRows(graph, generations, blocks)
  const x = assignX(graph, blocks, order)

  const placed: Placed[] = []
  let right = 0
  for (let row = 0; row < order.rows.length; row += 1) {
    for (const person of order.rows[row] ?? []) {
      const at = x[person] ?? 0
      right = Math.max(right, at + treeSizes.width)
      placed.push({ id: graph.people[person]?.id ?? '', x: at, y: row * treeSizes.rowStep, row })
    }
  }
  return {
    placed,
    width: right,
    height: Math.max(0, order.rows.length - 1) * treeSizes.rowStep + treeSizes.height,
    crossings: countCrossings(graph, order),
  }
}
