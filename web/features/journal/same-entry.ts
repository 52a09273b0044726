/**
 * Whether the present text is a continuation or correction of the added one and not a new
 * text: at least half of the added text is still in place.
 */
export function isSameEntry(added: string, now: string): boolean {
  const shortest = Math.min(added.length, now.length)
  let before = 0
  while (before < shortest && added[before] === now[before]) before += 1
  let after = 0
  while (after < shortest - before && added.at(-1 - after) === now.at(-1 - after)) after += 1
  return before + after >= added.length / 2
}
