/**
 * Merges two edits of one list; `base` is the list that both started from. What either removed is gone, and what either added is
 * kept, after the item that it was added after. The order is that of `mine` if it reorders `base`, otherwise that of `theirs`.
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
