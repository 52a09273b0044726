import { type TranscriptWord, textOf, tokensOf } from '#contract/transcript-words.ts'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

export type FindOptions = { matchCase: boolean; wholeWords: boolean }
export type Replacement = { from: number; to: number; text: string }

type Words = readonly Pick<TranscriptWord, 'text'>[]
/** A line's words, its text as the screens show it, and where in that each word begins, in UTF-16 units. */
type Said = { words: Words; text: string; starts: readonly number[] }
type Match = { start: number; end: number }

/**
 * The places where a text is said in a line, each with its replacement; punctuation around a match stays as it is. Matches do not
 * overlap and are ordered from the last to the first, so that applying one does not move the others.
 */
export function findAndReplace(
  words: Words,
  find: string,
  replacement: string,
  options: FindOptions,
): Replacement[] {
  return finderOf(find, replacement, options)(words)
}

/**
 * `findAndReplace` for many lines. It looks through the text that the screens show: in scripts without spaces, an engine cuts words
 * elsewhere than `tokensOf` does, down to single letters.
 */
export function finderOf(
  find: string,
  replacement: string,
  { matchCase, wholeWords }: FindOptions,
): (words: Words) => Replacement[] {
  const sought = tokensOf(find)
  if (sought.length === 0) return () => []

  const matcher = new RegExp(patternOf(sought), matchCase ? 'gu' : 'giu')
  return (words) => {
    const text = textOf(words)
    if (text.search(matcher) < 0) return []
    const said = { words, text, starts: startsOf(words) }
    const isWhole = wholeWords ? wholeIn(said) : () => true
    return replacementsOf(said, matchesIn(text, matcher, isWhole), replacement).reverse()
  }
}

/** Marks are parts of letters: vowel signs of Hindi, points of Hebrew, accents that are stored apart. No match cuts one off its letter. */
function patternOf(sought: readonly string[]): string {
  const parts = sought.map((token, index) => {
    const escaped = token.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const before = sought[index - 1]
    if (before === undefined) return escaped
    // At a script without spaces, how the line was cut into words decides whether it shows a space here.
    return writesWithoutSpaces(before + token) ? ` ?${escaped}` : ` ${escaped}`
  })
  return String.raw`${parts.join('')}(?!\p{M})`
}

function matchesIn(text: string, matcher: RegExp, isWhole: (match: Match) => boolean): Match[] {
  const matches: Match[] = []
  matcher.lastIndex = 0
  for (let found = matcher.exec(text); found; found = matcher.exec(text)) {
    const match = { start: found.index, end: found.index + found[0].length }
    if (isWhole(match)) matches.push(match)
    // A whole word may begin within what was found. A letter of two units is passed over as one, or it would be found again.
    else matcher.lastIndex = match.start + String.fromCodePoint(text.codePointAt(match.start) ?? 0).length
  }
  return matches
}

const afterLetter = /(?<=[\p{L}\p{N}\p{M}])/uy
const beforeLetter = /(?=[\p{L}\p{N}\p{M}])/uy

/** Whether a match is whole words. Where no spaces are written, a word ends where the line was cut, or where `tokensOf` cuts it. */
function wholeIn({ text, starts }: Said): (match: Match) => boolean {
  const cuts = new Set(starts)
  let end = 0
  for (const token of tokensOf(text)) {
    const start = text.indexOf(token, end)
    cuts.add(start)
    end = start + token.length
  }
  const isEdge = (at: number, inWord: RegExp) => {
    inWord.lastIndex = at
    return cuts.has(at) || !inWord.test(text)
  }
  return ({ start, end }) => isEdge(start, afterLetter) && isEdge(end, beforeLetter)
}

/** Where each word begins in the text of its line. */
function startsOf(words: Words): number[] {
  let end = 0
  return words.map((word, index) => {
    const before = words[index - 1]
    const gap = before ? textOf([before, word]).length - before.text.length - word.text.length : 0
    const start = end + gap
    end = start + word.text.length
    return start
  })
}

/** Matches in the same word are one replacement. */
function replacementsOf(
  { words, text, starts }: Said,
  matches: readonly Match[],
  replacement: string,
): Replacement[] {
  const runs: (Replacement & { readTo: number })[] = []
  let from = 0
  for (const { start, end } of matches) {
    while ((starts[from + 1] ?? text.length) <= start) from += 1
    let to = from + 1
    while ((starts[to] ?? text.length) < end) to += 1

    let run = runs.at(-1)
    if (!run || run.to <= from) {
      run = { from, to, text: '', readTo: starts[from] ?? 0 }
      runs.push(run)
    }
    run.text += text.slice(run.readTo, start) + replacement
    run.to = to
    run.readTo = end
  }
  return runs.map(({ from, to, readTo, ...run }) => {
    const end = (starts[to - 1] ?? 0) + (words[to - 1]?.text.length ?? 0)
    return { from, to, text: run.text + text.slice(readTo, end) }
  })
}
