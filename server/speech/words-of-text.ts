/** Scripts that put no space between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whether what follows without a space is a word of its own all the same. */
export function writesWithoutSpaces(text: string): boolean {
  return WITHOUT_SPACES.test(text)
}

/** The words of a text with their punctuation, also in Chinese, Japanese, Thai and their neighbours. */
export function wordsOfText(text: string): string[] {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  return parts.flatMap((part) => (writesWithoutSpaces(part) ? segments(part) : [part]))
}

function segments(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = words.length - 1
    if (isWordLike || last < 0) words.push(segment)
    else words[last] += segment
  }
  return words
}
