import type { Change } from '#contract/transcript-edits.ts'
import { type TranscriptWord, textOf, tokensOf } from '#contract/transcript-words.ts'

export type WordEdit = { from: number; to: number; text: string }

/**
 * The edit that turns a line's words into the typed text: the run of words between the common beginning and the common end; null if
 * nothing changed.
 */
export function wordEdit(words: readonly Pick<TranscriptWord, 'text'>[], text: string): WordEdit | null {
  if (text.trim() === textOf(words)) return null
  const tokens = tokensOf(text)
  const { from, to, end } = differentRun(
    words.map((word) => word.text),
    tokens,
  )
  if (from === to && from === end) return null
  return { from, to, text: textOf(tokens.slice(from, end).map((token) => ({ text: token }))) }
}

/** The change between two states of a line's words, as an edit by others; null if the words are the same. */
export function changeBetween(
  lineId: string,
  before: readonly TranscriptWord[],
  after: readonly TranscriptWord[],
): Extract<Change, { type: 'words' }> | null {
  const { from, to, end } = differentRun(
    before.map((word) => word.text),
    after.map((word) => word.text),
  )
  if (from === to && from === end) return null
  return { type: 'words', lineId, from, removed: before.slice(from, to), inserted: after.slice(from, end) }
}

/** Words from..to of `before` were replaced by words from..end of `after`; what precedes and follows is equal. */
function differentRun(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let equalBehind = 0
  while (equalBehind < shorter - from && before.at(-1 - equalBehind) === after.at(-1 - equalBehind)) {
    equalBehind += 1
  }
  return { from, to: before.length - equalBehind, end: after.length - equalBehind }
}

/**
 * The index of the word that contains the caret or follows it; the number of words if the caret is at the end. Spaces do not count: those
 * that were typed are not those between the words.
 */
export function wordAtCaret(words: readonly Pick<TranscriptWord, 'text'>[], typedBefore: string): number {
  const caret = lengthWithoutSpaces(typedBefore)
  let end = 0
  for (const [index, { text }] of words.entries()) {
    end += lengthWithoutSpaces(text)
    if (end > caret) return index
  }
  return words.length
}

const lengthWithoutSpaces = (text: string) => text.replaceAll(/\s/gu, '').length

/** The offset at which a word begins in the text of its line. */
export function caretBefore(words: readonly TranscriptWord[], index: number): number {
  if (index <= 0) return 0
  const [before, whole] = [textOf(words.slice(0, index)), textOf(words.slice(0, index + 1))]
  const word = words[index]?.text ?? ''
  return word === '' ? before.length : whole.length - word.length
}
