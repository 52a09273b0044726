import { type BidiClass, bidiClassOf, closingOf, hasRightToLeft } from './bidi-classes.ts'

/** An even level is read from left to right, an odd one from right to left; `levels` has one number for each UTF-16 unit. */
export type Directions = { base: 0 | 1; levels: Uint8Array }

/**
 * The direction in which each character of a paragraph is read: the implicit part of the Unicode bidirectional algorithm (UAX 9: P2
 * to P3, W1 to W7, N0 to N2, I1 to I2). Formatting characters that set a direction explicitly must have been removed before.
 */
export function directionsOf(text: string): Directions {
  const levels = new Uint8Array(text.length)
  if (!hasRightToLeft(text)) return { base: 0, levels }

  const signs = [...text]
  const original = signs.map(bidiClassOf)
  const first = original.find((one) => one === 'L' || one === 'R' || one === 'AL')
  const base = first === undefined || first === 'L' ? 0 : 1
  const resolved = resolveNeutrals(signs, resolveWeak(original, base), original, base)
  let at = 0
  for (const [index, sign] of signs.entries()) {
    levels.fill(levelOf(resolved[index] ?? 'ON', base), at, at + sign.length)
    at += sign.length
  }
  return { base, levels }
}

const sideOf = (base: 0 | 1) => (base === 1 ? 'R' : 'L')

/** I1 and I2. */
function levelOf(one: BidiClass, base: 0 | 1): number {
  if (one === 'R') return 1
  if (one === 'EN' || one === 'AN') return 2
  return base === 1 ? 2 : 0
}

/** W1 to W7: numbers and what belongs to them. */
function resolveWeak(original: readonly BidiClass[], base: 0 | 1): BidiClass[] {
  const found = [...original]
  let before: BidiClass = sideOf(base)
  for (const [index, one] of found.entries()) {
    if (one === 'NSM') found[index] = before
    before = found[index] ?? before
  }
  let strong: BidiClass = sideOf(base)
  for (const [index, one] of found.entries()) {
    if (one === 'L' || one === 'R' || one === 'AL') strong = one
    if (one === 'EN' && strong === 'AL') found[index] = 'AN'
  }
  for (const [index, one] of found.entries()) if (one === 'AL') found[index] = 'R'
  for (const [index, one] of found.entries()) {
    const [last, next] = [found[index - 1], found[index + 1]]
    if (last !== next) continue
    if ((one === 'ES' || one === 'CS') && last === 'EN') found[index] = 'EN'
    if (one === 'CS' && last === 'AN') found[index] = 'AN'
  }
  joinTerminators(found)
  strong = sideOf(base)
  for (const [index, one] of found.entries()) {
    if (one === 'ES' || one === 'ET' || one === 'CS') found[index] = 'ON'
    if (one === 'L' || one === 'R') strong = one
    if (one === 'EN' && strong === 'L') found[index] = 'L'
  }
  return found
}

/** W5: currency signs and the like belong to the number beside them. */
function joinTerminators(found: BidiClass[]): void {
  for (let index = 0; index < found.length; index += 1) {
    if (found[index] !== 'ET') continue
    let end = index
    while (found[end] === 'ET') end += 1
    if (found[index - 1] === 'EN' || found[end] === 'EN') found.fill('EN', index, end)
    index = end - 1
  }
}

type Side = 'L' | 'R'

/** The direction that neutral characters beside a resolved one take into account: numbers count as right to left. */
function strongSide(one: BidiClass | undefined): Side | undefined {
  if (one === 'L') return 'L'
  return one === 'R' || one === 'EN' || one === 'AN' ? 'R' : undefined
}

/** N0 to N2: brackets, then all other characters without a direction of their own. */
function resolveNeutrals(
  signs: readonly string[],
  weak: readonly BidiClass[],
  original: readonly BidiClass[],
  base: 0 | 1,
): BidiClass[] {
  const found = [...weak]
  for (const [open, close] of bracketPairs(signs, found)) {
    const side = sideOfPair(found, open, close, base)
    if (!side) continue
    for (const bracket of [open, close]) {
      found[bracket] = side
      for (let next = bracket + 1; original[next] === 'NSM'; next += 1) found[next] = side
    }
  }
  for (let index = 0; index < found.length; index += 1) {
    if (found[index] !== 'ON' && found[index] !== 'WS') continue
    let end = index
    while (found[end] === 'ON' || found[end] === 'WS') end += 1
    const before = strongSide(found[index - 1]) ?? sideOf(base)
    const after = strongSide(found[end]) ?? sideOf(base)
    found.fill(before === after ? before : sideOf(base), index, end)
    index = end - 1
  }
  return found
}

/** The places of opening and closing brackets, in the order of the opening ones (BD16, with its limit of 63). */
function bracketPairs(signs: readonly string[], found: readonly BidiClass[]): [number, number][] {
  const open: { closing: string; index: number }[] = []
  const pairs: [number, number][] = []
  for (const [index, sign] of signs.entries()) {
    if (found[index] !== 'ON') continue
    const closing = closingOf(sign)
    if (closing !== undefined) {
      if (open.length === 63) break
      open.push({ closing, index })
      continue
    }
    const at = open.findLastIndex((one) => one.closing === sign)
    const opened = open[at]
    if (!opened) continue
    pairs.push([opened.index, index])
    open.length = at
  }
  return pairs.toSorted(([a], [b]) => a - b)
}

/** N0: the direction of a pair of brackets; undefined where nothing between them has a direction. */
function sideOfPair(found: readonly BidiClass[], open: number, close: number, base: 0 | 1): Side | undefined {
  const within = new Set(found.slice(open + 1, close).map(strongSide))
  if (within.has(sideOf(base))) return sideOf(base)
  if (!within.has('L') && !within.has('R')) return undefined
  for (let index = open - 1; index >= 0; index -= 1) {
    const side = strongSide(found[index])
    if (side) return side
  }
  return sideOf(base)
}

/** The pieces of one line in the order in which they appear on the page, from left to right (UAX 9, L2). */
export function inVisualOrder<Piece extends { level: number }>(pieces: readonly Piece[]): Piece[] {
  const placed = [...pieces]
  const highest = Math.max(0, ...placed.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    for (let index = 0; index < placed.length; index += 1) {
      if ((placed[index]?.level ?? 0) < level) continue
      let end = index
      while (end < placed.length && (placed[end]?.level ?? 0) >= level) end += 1
      placed.splice(index, end - index, ...placed.slice(index, end).toReversed())
      index = end
    }
  }
  return placed
}
