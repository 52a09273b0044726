/** What two people may change of one playlist at once. */
export type PlaylistWords = { name: string; description: string; promptIds: string[] }

/**
 * Lays two changes of one playlist together: `base` is what both began with. A text that only one of them changed is that
 * one's; of two, it is mine. Prompts that either took out are out, prompts that either put in are in, after the prompt
 * they were put after. The order is mine where I moved something, otherwise theirs.
 */
export function mergePlaylists(
  base: PlaylistWords,
  mine: PlaylistWords,
  theirs: PlaylistWords,
): PlaylistWords {
  const pick = (key: 'name' | 'description') => (mine[key] === base[key] ? theirs[key] : mine[key])
  return {
    name: pick('name'),
    description: pick('description'),
    promptIds: mergeOrders(base.promptIds, mine.promptIds, theirs.promptIds),
  }
}

function mergeOrders(base: string[], mine: string[], theirs: string[]): string[] {
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
