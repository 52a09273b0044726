import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

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
