import { languageOf } from '#contract/question-languages.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { plainWord, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

/** Sounds of hesitation; none of them is a word in the other languages listed. */
const hesitations = new Set(['uh', 'uhm', 'umm', 'erm', 'hmm', 'ahm', 'äh', 'ähm', 'euh', 'ehm', 'эээ', 'ээ'])

/** A hesitation only in English; in German, Portuguese, Icelandic and others it is an ordinary word. */
const englishHesitation = 'um'

/** Languages whose i has the capital İ; the device's own locale does not matter. */
const dottedCapitals = new Set(['tr', 'az'])

/**
 * The reading text of a line: what a person wrote for it, or its words without hesitation and stuttering, beginning with a capital.
 * It is derived on every read, so that nothing is stored and every correction shows at once.
 */
export function readingOf(line: Pick<TranscriptLine, 'reading' | 'words'>, language: string | null): string {
  if (line.reading !== null) return line.reading
  const told = languageOf(language)
  const kept = line.words.filter((word) => !isHesitation(word, told === 'en'))
  const said = kept.filter((word, index) => !isStutter(word, kept[index + 1]))
  // Titlecase, because some letters have a capital that does not begin a sentence: Georgian uses its capitals only for headlines.
  const casing = dottedCapitals.has(told) ? 'tr' : 'en'
  return textOf(said).replace(/^\p{Changes_When_Titlecased}/u, (letter) => letter.toLocaleUpperCase(casing))
}

function isHesitation({ text }: TranscriptWord, isEnglish: boolean): boolean {
  const sound = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return hesitations.has(sound) || (isEnglish && sound === englishHesitation)
}

/** The first of two equal words ("I, I was"), if it is short and ends in a comma, a dash or an ellipsis. */
function isStutter(word: TranscriptWord, next: TranscriptWord | undefined): boolean {
  if (!next || !/^[\p{L}']{1,3}[,…-]*$/u.test(word.text)) return false
  return plainWord(word.text) === plainWord(next.text) && /[,…-]$/.test(word.text)
}
