/**
 * Lays two changes of one list together: `base` is what both began with. What either took out is out, what either put in is
 * in, after what it was put after. The order is mine where I moved something, otherwise theirs.
 */
export function mergeOrders(base: string[], mine: string[], theirs: string[]): string[] {
  const removed = new Set(base.filter((id) => !mine.includes(id) || !theirs.includes(id)))
  const [leading, following] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine]

  const merged = leading.filter((id) => !removed.has(id))
  following.forEach((id, index) => {
    if (removed.has(id) || merged.includes(id)) return
    const before = following.slice(0, index).findLast((earlier) => merged.includes(earlier))
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id)
  })
  return merged
}

function isReordered(base: string[], mine: string[]): boolean {
  const stayed = base.filter((id) => mine.includes(id))
  const now = mine.filter((id) => base.includes(id))
  return stayed.some((id, index) => id !== now[index])
}
