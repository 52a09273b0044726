/** The indices of the pages that are open: one, or two side by side. The cover is always alone. */
export function openingAt(page: number, pageCount: number, isSpread: boolean): number[] {
  const index = Math.min(Math.max(page, 1), Math.max(pageCount, 1)) - 1
  if (!isSpread || index === 0) return [index]
  const left = index % 2 === 1 ? index : index - 1
  return left + 1 < pageCount ? [left, left + 1] : [left]
}

/** The page (from 1) that is open after turning; unchanged at either end of the book. */
export function turned(page: number, by: 1 | -1, pageCount: number, isSpread: boolean): number {
  const open = openingAt(page, pageCount, isSpread)
  const next = by === 1 ? (open.at(-1) ?? 0) + 1 : (open[0] ?? 0) - 1
  if (next < 0 || next >= pageCount) return (open[0] ?? 0) + 1
  return (openingAt(next + 1, pageCount, isSpread)[0] ?? 0) + 1
}
