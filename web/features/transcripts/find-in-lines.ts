import { type FindOptions, findAndReplace } from '#contract/transcript-find.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { tokensOf } from '#contract/transcript-words.ts'

export type Find = FindOptions & { text: string; replacement: string }
export type Found = { lineId: string; from: number; to: number; text: string }

/** Searches the lines as the person types in the search field. The matches of a line are cached until the line changes. */
export class Finder {
  readonly #find: Find
  readonly #sought: string
  readonly #known = new WeakMap<TranscriptLine, Found[]>()

  constructor(find: Find) {
    this.#find = find
    this.#sought = tokensOf(find.text).join(' ').toLowerCase()
  }

  /** Every match, in the order of the talk, with the words that would replace it. */
  in(lines: readonly TranscriptLine[]): Found[] {
    return this.#sought === '' ? [] : lines.flatMap((line) => this.#inLine(line))
  }

  /** The number of matches in a text. A replacement may hold some itself: `Oma Anna`, put in place of `Anna`. */
  countIn(text: string): number {
    const words = tokensOf(text).map((word) => ({ text: word }))
    return findAndReplace(words, this.#find.text, '', this.#find).length
  }

  #inLine(line: TranscriptLine): Found[] {
    const known = this.#known.get(line)
    if (known) return known
    const found = this.#mayHold(line) ? this.#lookThrough(line) : []
    this.#known.set(line, found)
    return found
  }

  /** Most lines hold no match: one comparison per line rules them out, whereas the search itself makes one comparison per word. */
  #mayHold({ words }: TranscriptLine): boolean {
    return words
      .map((word) => word.text)
      .join(' ')
      .toLowerCase()
      .includes(this.#sought)
  }

  #lookThrough(line: TranscriptLine): Found[] {
    const { text, replacement, ...options } = this.#find
    const found = findAndReplace(line.words, text, replacement, options)
    return found.map((place) => ({ lineId: line.id, ...place })).reverse()
  }
}
