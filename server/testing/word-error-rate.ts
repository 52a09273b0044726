/**
 * The share of words that are wrong, missing or superfluous, relative to the words that were said: the usual measure of speech
 * recognition (edit distance over words, ignoring case and punctuation).
 */
export function wordErrorRate(said: string, heard: string): number {
  const [reference, hypothesis] = [wordsOf(said), wordsOf(heard)]
  let previous = Array.from({ length: hypothesis.length + 1 }, (_, index) => index)
  for (const [row, word] of reference.entries()) {
    const current = [row + 1]
    for (const [column, other] of hypothesis.entries()) {
      const replaced = (previous[column] ?? 0) + (word === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return (previous.at(-1) ?? 0) / reference.length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}
