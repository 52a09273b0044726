/** How much a seeded instance holds. Large families come first; the very first has the vast tree. */
export type SeedSize = {
  families: number
  large: number
  storiesOfLarge: number
  storiesOfSmall: number
  linesOfLarge: number
  /** Lines of transcripts in all. What the large families' stories do not have is spread over the others'. */
  lines: number
  vastTree: number
  smallTree: number
}

/** A few rooms to look around in: seconds. */
export const small: SeedSize = {
  families: 20,
  large: 1,
  storiesOfLarge: 60,
  storiesOfSmall: 3,
  linesOfLarge: 60,
  lines: 5000,
  vastTree: 300,
  smallTree: 8,
}

/** What an instance is to carry: minutes, and some 5 GB. */
export const large: SeedSize = {
  families: 2000,
  large: 20,
  storiesOfLarge: 200,
  storiesOfSmall: 3,
  linesOfLarge: 220,
  lines: 1_000_000,
  vastTree: 10_000,
  smallTree: 8,
}
