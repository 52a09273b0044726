import type { LayoutLine } from '../contract/tree-graph.ts'

export type Point = { x: number; y: number }

/**
 * How many lines of descent cross, each taken as a straight line from the midpoint between a child's parents to the child. This
 * measure can be applied to any layout, whatever its notion of rows. Lines that share an end do not cross.
 */
export function crossingsOf(at: Map<string, Point>, lines: LayoutLine[]): number {
  const parentsOf = new Map<string, string[]>()
  for (const { type, fromId, toId } of lines) {
    if (type !== 'parent' || !at.has(fromId) || !at.has(toId)) continue
    parentsOf.set(toId, [...(parentsOf.get(toId) ?? []), fromId].sort())
  }
  const segments = [...parentsOf].flatMap(([child, parents]) => {
    const to = at.get(child)
    const from = parents.flatMap((parent) => at.get(parent) ?? [])
    if (!to || from.length === 0) return []
    const x = from.reduce((sum, one) => sum + one.x, 0) / from.length
    const y = Math.max(...from.map((one) => one.y))
    return [{ x1: x, y1: y, x2: to.x, y2: to.y, family: parents.join(' ') }]
  })
  segments.sort((a, b) => a.y1 - b.y1)
  let found = 0
  for (let i = 0; i < segments.length; i += 1) {
    const a = segments[i]
    if (!a) continue
    for (let j = i + 1; j < segments.length; j += 1) {
      const b = segments[j]
      if (!b || b.y1 >= a.y2) break
      if (a.family !== b.family && cross(a, b)) found += 1
    }
  }
  return found
}

type Segment = { x1: number; y1: number; x2: number; y2: number }

function cross(a: Segment, b: Segment): boolean {
  const top = Math.max(a.y1, b.y1)
  const bottom = Math.min(a.y2, b.y2)
  if (top >= bottom) return false
  const before = xAt(a, top) - xAt(b, top)
  const after = xAt(a, bottom) - xAt(b, bottom)
  return before * after < 0
}

function xAt({ x1, y1, x2, y2 }: Segment, y: number): number {
  return x1 + ((x2 - x1) * (y - y1)) / (y2 - y1 || 1)
}
