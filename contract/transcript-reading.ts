import { languageOf } from '#contract/question-languages.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { plainWord, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

/** Sounds of hesitation; none of them is a word in the other languages listed. */
const hesitations = new Set(['uh', 'uhm', 'umm', 'erm', 'hmm', 'ahm', 'äh', 'ähm', 'euh', 'ehm', 'эээ', 'ээ'])

/** A sound where English is spoken. In German, Portuguese, Icelandic and others it is a word like any other. */
const englishHesitation = 'um'

/** Languages whose i has the capital İ, wherever the device that shows it may be. */
const dottedCapitals = new Set(['tr', 'az'])

/**
 * How a line reads well: what a person wrote for it, or the words without hesitation and stuttering, beginning with a
 * capital. It is derived anew each time, so that it costs nothing to keep and follows every correction.
 */
export function readingOf(line: Pick<TranscriptLine, 'reading' | 'words'>, language: string | null): string {
  if (line.reading !== null) return line.reading
  const told = languageOf(language)
  const kept = line.words.filter((word) => !isHesitation(word, told === 'en'))
  const said = kept.filter((word, index) => !isStutter(word, kept[index + 1]))
  // Not every letter that has a capital begins a sentence with it: those of Georgian are for headlines.
  const casing = dottedCapitals.has(told) ? 'tr' : 'en'
  return textOf(said).replace(/^\p{Changes_When_Titlecased}/u, (letter) => letter.toLocaleUpperCase(casing))
}

function isHesitation({ text }: TranscriptWord, isEnglish: boolean): boolean {
  const sound = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return hesitations.has(sound) || (isEnglish && sound === englishHesitation)
}

/** "I, I was": the first of two same words, when a comma or nothing parts them and they are not long. */
function isStutter(word: TranscriptWord, next: TranscriptWord | undefined): boolean {
  if (!next || !/^[\p{L}']{1,3}[,…-]*$/u.test(word.text)) return false
  return plainWord(word.text) === plainWord(next.text) && /[,…-]$/.test(word.text)
}
