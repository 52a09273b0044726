import type { Neighbours, TreeGraph } from '#contract/tree-graph.ts'

export type Generations = {
  /** By person: their row; 0 is the topmost. */
  row: Int32Array
  /** By person: the separate family they belong to; that of "you" is 0. */
  component: Int32Array
}

/**
 * Gives everybody a row: partners side by side, every parent above every child. Where a marriage across generations makes that
 * impossible, the couple is separated and descent wins.
 */
export function assignGenerations(graph: TreeGraph): Generations {
  const count = graph.people.length
  let unit = coupleUnits(graph, new Uint8Array(count))
  let order = topological(graph, unit)
  if (order.length < unitCount(unit)) {
    const upsideDown = { ...graph, parents: graph.children, children: graph.parents }
    unit = coupleUnits(graph, unitsInCircles(unit, [order, topological(upsideDown, unit)]))
    order = topological(graph, unit)
  }

  const { generation, component } = spread(graph, unit)
  pushDown(graph, unit, order, generation)
  let top = 0
  for (let i = 0; i < count; i += 1) top = Math.min(top, generation[unit[i] ?? 0] ?? 0)
  const row = new Int32Array(count)
  for (let i = 0; i < count; i += 1) row[i] = (generation[unit[i] ?? 0] ?? 0) - top
  return { row, component }
}

/** By person: the number of the group of partners they belong to. People marked `alone` form a group each. */
function coupleUnits({ people, partners }: TreeGraph, alone: Uint8Array): Int32Array {
  const unit = new Int32Array(people.length).fill(-1)
  const stack: number[] = []
  for (let first = 0; first < people.length; first += 1) {
    if (unit[first] !== -1) continue
    unit[first] = first
    stack.push(first)
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      if (alone[i]) continue
      for (let at = partners.start[i] ?? 0; at < (partners.start[i + 1] ?? 0); at += 1) {
        const partner = partners.list[at] ?? 0
        if (unit[partner] !== -1 || alone[partner]) continue
        unit[partner] = first
        stack.push(partner)
      }
    }
  }
  return unit
}

function unitCount(unit: Int32Array): number {
  let found = 0
  for (let i = 0; i < unit.length; i += 1) if (unit[i] === i) found += 1
  return found
}

/** The units from top to bottom; those in a circle of descent, and those below one, are left out. */
function topological({ people, parents, children }: TreeGraph, unit: Int32Array): Int32Array {
  const count = people.length
  const waiting = new Int32Array(count)
  const members = membersOf(unit)
  for (let i = 0; i < count; i += 1) {
    const own = unit[i] ?? 0
    waiting[own] = (waiting[own] ?? 0) + (parents.start[i + 1] ?? 0) - (parents.start[i] ?? 0)
  }
  const order = new Int32Array(count)
  let found = 0
  for (let i = 0; i < count; i += 1) if (unit[i] === i && waiting[i] === 0) order[found++] = i
  for (let at = 0; at < found; at += 1) {
    eachNeighbour(members, order[at] ?? 0, (person) => {
      eachNeighbour(children, person, (child) => {
        const below = unit[child] ?? 0
        waiting[below] = (waiting[below] ?? 0) - 1
        if (waiting[below] === 0) order[found++] = below
      })
    })
  }
  return order.subarray(0, found)
}

/** Marks whom neither order has: the one from above leaves out who is below a circle, too, and the one from below who is above. */
function unitsInCircles(unit: Int32Array, orders: Int32Array[]): Uint8Array {
  const isPlaced = new Uint8Array(unit.length)
  for (const order of orders) for (const placed of order) isPlaced[placed] = 1
  return Uint8Array.from(unit, (own) => (isPlaced[own] ? 0 : 1))
}

function membersOf(unit: Int32Array): Neighbours {
  const start = new Int32Array(unit.length + 1)
  for (const own of unit) start[own + 1] = (start[own + 1] ?? 0) + 1
  for (let i = 0; i < unit.length; i += 1) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0)
  const filled = start.slice(0, unit.length)
  const list = new Int32Array(unit.length)
  for (let i = 0; i < unit.length; i += 1) {
    const own = unit[i] ?? 0
    const at = filled[own] ?? 0
    list[at] = i
    filled[own] = at + 1
  }
  return { start, list }
}

/** Walks from "you" to everybody joined to them, then through each separate family. */
function spread(graph: TreeGraph, unit: Int32Array) {
  const { people, parents, children, partners } = graph
  const members = membersOf(unit)
  const generation = new Int32Array(people.length)
  const ofUnit = new Int32Array(people.length).fill(-1)
  const queue = new Int32Array(people.length)
  let componentCount = 0

  const walk = (seed: number) => {
    const first = unit[seed] ?? 0
    if (ofUnit[first] !== -1) return
    const current = componentCount++
    generation[first] = people[seed]?.generation ?? 0
    ofUnit[first] = current
    queue[0] = first
    let found = 1
    const reach = (person: number, row: number) => {
      const next = unit[person] ?? 0
      if (ofUnit[next] !== -1) return
      ofUnit[next] = current
      generation[next] = row
      queue[found++] = next
    }
    for (let at = 0; at < found; at += 1) {
      const own = queue[at] ?? 0
      const row = generation[own] ?? 0
      eachNeighbour(members, own, (person) => {
        eachNeighbour(parents, person, (parent) => reach(parent, row - 1))
        eachNeighbour(children, person, (child) => reach(child, row + 1))
        eachNeighbour(partners, person, (partner) => reach(partner, row))
      })
    }
  }

  if (graph.self >= 0) walk(graph.self)
  for (let i = 0; i < people.length; i += 1) if (people[i]?.generation) walk(i)
  for (let i = 0; i < people.length; i += 1) walk(i)
  return { generation, component: Int32Array.from(unit, (own) => ofUnit[own] ?? 0) }
}

function pushDown(graph: TreeGraph, unit: Int32Array, order: Int32Array, generation: Int32Array): void {
  const members = membersOf(unit)
  for (const own of order) {
    const below = (generation[own] ?? 0) + 1
    eachNeighbour(members, own, (person) => {
      eachNeighbour(graph.children, person, (child) => {
        const next = unit[child] ?? 0
        if (next !== own && (generation[next] ?? 0) < below) generation[next] = below
      })
    })
  }
}

/** Calls `visit` with each neighbour of `of`. */
export function eachNeighbour({ start, list }: Neighbours, of: number, visit: (one: number) => void): void {
  for (let at = start[of] ?? 0; at < (start[of + 1] ?? 0); at += 1) visit(list[at] ?? 0)
}
