import { type FindOptions, finderOf } from '#contract/transcript-find.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { tokensOf } from '#contract/transcript-words.ts'

export type Find = FindOptions & { text: string; replacement: string }
export type Found = { lineId: string; from: number; to: number; text: string }

/** Searches the lines as the person types in the search field. The matches of a line are cached until the line changes. */
export class Finder {
  readonly #findIn: ReturnType<typeof finderOf>
  readonly #known = new WeakMap<TranscriptLine, Found[]>()

  constructor(find: Find) {
    const { text, replacement, ...options } = find
    this.#findIn = finderOf(text, replacement, options)
  }

  /** Every match, in the order of the talk, with the words that would replace it. */
  in(lines: readonly TranscriptLine[]): Found[] {
    return lines.flatMap((line) => this.#inLine(line))
  }

  /** The number of matches in a text. A replacement may hold some itself: `Oma Anna`, put in place of `Anna`. */
  countIn(text: string): number {
    const words = tokensOf(text).map((word) => ({ text: word }))
    return this.#findIn(words).length
  }

  #inLine(line: TranscriptLine): Found[] {
    const known = this.#known.get(line)
    if (known) return known
    const found = this.#findIn(line.words).map((place) => ({ lineId: line.id, ...place }))
    found.reverse()
    this.#known.set(line, found)
    return found
  }
}
