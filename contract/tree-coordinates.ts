import { type Blocks, familiesOf } from '#contract/tree-blocks.ts'
import type { Neighbours, TreeGraph } from '#contract/tree-graph.ts'
import type { RowOrder } from '#contract/tree-order.ts'

/** Sizes in the layout's own units, which the screens treat as CSS pixels. */
export const treeSizes = {
  width: 176,
  height: 104,
  /** The gap between partners, and between any other neighbours. */
  partnerGap: 24,
  gap: 48,
  /** The distance from one row's top to the next. */
  rowStep: 208,
} as const

const STEP = treeSizes.width + treeSizes.partnerGap
const PASSES = 6
/** The weight of a block without relatives above (or below): it holds its place, but gives way to others. */
const LOOSE = 0.02

/**
 * Gives everybody an x: in each row, as near as the order allows to the middle of their relatives above and below, in alternating
 * passes. Nobody overlaps: each row is fitted by least squares under minimum distances (pool adjacent violators).
 */
export function assignX(graph: TreeGraph, blocks: Blocks, order: RowOrder): Float64Array {
  const x = new Float64Array(graph.people.length)
  const left = packed(blocks, order)
  spreadMembers(blocks, left, x)
  for (let pass = 0; pass < PASSES; pass += 1) {
    const down = pass % 2 === 0
    const towards = down ? graph.parents : graph.children
    for (let step = 0; step < order.blocks.length; step += 1) {
      const row = order.blocks[down ? step : order.blocks.length - 1 - step]
      if (row) fitRow(blocks, row, towards, left, x)
    }
  }
  drawTogether(blocks, order, x)
  let least = Number.POSITIVE_INFINITY
  for (const one of x) least = Math.min(least, one)
  for (let i = 0; i < x.length; i += 1) x[i] = Math.round((x[i] ?? 0) - least)
  return x
}

/** Moves each separate family, unchanged, up to the one before it. */
function drawTogether(blocks: Blocks, order: RowOrder, x: Float64Array): void {
  const right = new Float64Array(order.blocks.length).fill(Number.NEGATIVE_INFINITY)
  let leftmost = Number.NEGATIVE_INFINITY
  for (const family of familiesOf(blocks)) {
    const leftOf = (block: number) => x[blocks.members[blocks.start[block] ?? 0] ?? 0] ?? 0
    let room = Number.POSITIVE_INFINITY
    let own = Number.POSITIVE_INFINITY
    for (const block of family) {
      own = Math.min(own, leftOf(block))
      room = Math.min(room, leftOf(block) - (right[blocks.row[block] ?? 0] ?? 0) - treeSizes.gap)
    }
    const shift = Number.isFinite(leftmost) ? Math.min(room, own - leftmost) : 0
    if (!Number.isFinite(leftmost)) leftmost = own
    for (const block of family) {
      for (let at = blocks.start[block] ?? 0; at < (blocks.start[block + 1] ?? 0); at += 1) {
        const person = blocks.members[at] ?? 0
        x[person] = (x[person] ?? 0) - shift
      }
      const row = blocks.row[block] ?? 0
      right[row] = Math.max(right[row] ?? 0, leftOf(block) + widthOf(blocks, block))
    }
  }
}

const widthOf = (blocks: Blocks, block: number) =>
  ((blocks.start[block + 1] ?? 0) - (blocks.start[block] ?? 0)) * STEP - treeSizes.partnerGap

function packed(blocks: Blocks, order: RowOrder): Float64Array {
  const left = new Float64Array(blocks.count)
  for (const row of order.blocks) {
    let next = 0
    for (const block of row) {
      left[block] = next
      next += widthOf(blocks, block) + treeSizes.gap
    }
  }
  return left
}

function spreadMembers(blocks: Blocks, left: Float64Array, x: Float64Array): void {
  for (let block = 0; block < blocks.count; block += 1) placeMembers(blocks, block, left, x)
}

function placeMembers(blocks: Blocks, block: number, left: Float64Array, x: Float64Array): void {
  const from = blocks.start[block] ?? 0
  for (let at = from; at < (blocks.start[block + 1] ?? 0); at += 1) {
    x[blocks.members[at] ?? 0] = (left[block] ?? 0) + (at - from) * STEP
  }
}

function fitRow(
  blocks: Blocks,
  row: Int32Array,
  towards: Neighbours,
  left: Float64Array,
  x: Float64Array,
): void {
  // Groups of touching blocks, each with the sums of its weights and wishes; a group that presses on its neighbour merges with it.
  const weights = new Float64Array(row.length)
  const wishes = new Float64Array(row.length)
  const firsts = new Int32Array(row.length)
  const offsets = new Float64Array(row.length)
  let groups = 0
  let offset = 0
  for (let i = 0; i < row.length; i += 1) {
    const block = row[i] ?? 0
    offsets[i] = offset
    const { wish, weight } = wishOf(blocks, block, towards, left, x)
    weights[groups] = weight
    wishes[groups] = (wish - offset) * weight
    firsts[groups] = i
    groups += 1
    while (groups > 1 && mean(wishes, weights, groups - 2) > mean(wishes, weights, groups - 1)) {
      weights[groups - 2] = (weights[groups - 2] ?? 0) + (weights[groups - 1] ?? 0)
      wishes[groups - 2] = (wishes[groups - 2] ?? 0) + (wishes[groups - 1] ?? 0)
      groups -= 1
    }
    offset += widthOf(blocks, block) + treeSizes.gap
  }
  for (let group = 0; group < groups; group += 1) {
    const until = group + 1 < groups ? (firsts[group + 1] ?? 0) : row.length
    const base = mean(wishes, weights, group)
    for (let i = firsts[group] ?? 0; i < until; i += 1) {
      const block = row[i] ?? 0
      left[block] = base + (offsets[i] ?? 0)
      placeMembers(blocks, block, left, x)
    }
  }
}

const mean = (wishes: Float64Array, weights: Float64Array, at: number) =>
  (wishes[at] ?? 0) / (weights[at] ?? 1)

/** The left edge at which the block's members would stand below (or above) the middle of their relatives. */
function wishOf(blocks: Blocks, block: number, towards: Neighbours, left: Float64Array, x: Float64Array) {
  const from = blocks.start[block] ?? 0
  let sum = 0
  let found = 0
  for (let at = from; at < (blocks.start[block + 1] ?? 0); at += 1) {
    const person = blocks.members[at] ?? 0
    const first = towards.start[person] ?? 0
    const until = towards.start[person + 1] ?? 0
    if (first === until) continue
    let middle = 0
    for (let n = first; n < until; n += 1) middle += x[towards.list[n] ?? 0] ?? 0
    sum += middle / (until - first) - (at - from) * STEP
    found += 1
  }
  return found > 0 ? { wish: sum / found, weight: found } : { wish: left[block] ?? 0, weight: LOOSE }
}
