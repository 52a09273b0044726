import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { plainWord, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

/** Sounds of hesitation; none of them is a word in the other languages listed. */
const hesitations = new Set([
  'uh',
  'uhm',
  'um',
  'umm',
  'erm',
  'hmm',
  'ahm',
  'äh',
  'ähm',
  'euh',
  'ehm',
  'эээ',
  'ээ',
])

/**
 * How a line reads well: what a person wrote for it, or the words without hesitation and stuttering, beginning with a
 * capital. It is derived anew each time, so that it costs nothing to keep and follows every correction.
 */
export function readingOf(line: Pick<TranscriptLine, 'reading' | 'words'>): string {
  if (line.reading !== null) return line.reading
  const kept = line.words.filter((word) => !isHesitation(word))
  const said = kept.filter((word, index) => !isStutter(word, kept[index + 1]))
  const text = textOf(said)
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1)
}

function isHesitation({ text }: TranscriptWord): boolean {
  return hesitations.has(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
}

/** "I, I was": the first of two same words, when a comma or nothing parts them and they are not long. */
function isStutter(word: TranscriptWord, next: TranscriptWord | undefined): boolean {
  if (!next || !/^[\p{L}']{1,3}[,…-]*$/u.test(word.text)) return false
  return plainWord(word.text) === plainWord(next.text) && /[,…-]$/.test(word.text)
}
