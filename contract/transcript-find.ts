import { type TranscriptWord, tokensOf } from '#contract/transcript-words.ts'

export type FindOptions = { matchCase: boolean; wholeWords: boolean }
export type Replacement = { from: number; to: number; text: string }

/**
 * The places where a text is said in a line, each with its replacement; punctuation around a match stays as it is. Matches do not
 * overlap and are ordered from the last to the first, so that applying one does not move the others.
 */
export function findAndReplace(
  words: readonly Pick<TranscriptWord, 'text'>[],
  find: string,
  replacement: string,
  options: FindOptions,
): Replacement[] {
  const wanted = tokensOf(find)
  if (wanted.length === 0) return []

  const found: Replacement[] = []
  // At the end of a line there may be fewer words than are sought: an engine may write a space into one word ("12 000").
  for (let from = 0; from < words.length; from += 1) {
    const run = words.slice(from, from + wanted.length).map((word) => word.text)
    const text = replaceInRun(run, wanted, replacement, options)
    if (text === null) continue
    found.push({ from, to: from + run.length, text })
    from += run.length - 1
  }
  return found.reverse()
}

function replaceInRun(run: string[], wanted: string[], replacement: string, options: FindOptions) {
  const [said, sought] = [run.join(' '), wanted.join(' ')]
  const escaped = sought.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Marks are parts of letters: vowel signs of Hindi, points of Hebrew, accents that are stored apart. No match cuts one off its letter.
  const edge = String.raw`[\p{L}\p{N}\p{M}]`
  const pattern = options.wholeWords ? `(?<!${edge})${escaped}(?!${edge})` : String.raw`${escaped}(?!\p{M})`
  const matcher = new RegExp(pattern, options.matchCase ? 'gu' : 'giu')
  return said.search(matcher) < 0 ? null : said.replaceAll(matcher, () => replacement)
}
