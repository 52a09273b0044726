/** The size of a seeded instance. The large families come first, and the very first has the vast tree. */
export type SeedSize = {
  families: number
  large: number
  storiesOfLarge: number
  storiesOfSmall: number
  linesOfLarge: number
  /** Lines of transcripts in total. Those not in the large families' stories are spread over the stories of the others. */
  lines: number
  vastTree: number
  smallTree: number
}

/** Enough to look around in; takes seconds. */
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

/** As much as one instance has to support; takes minutes and some 5 GB. */
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
