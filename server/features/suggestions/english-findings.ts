import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { textOf } from '#contract/transcript-words.ts'
import { proofreadEnglish } from '../../proofreading/proofread-english.ts'
import { spokenCorrections } from '../../proofreading/spoken-english.ts'
import { type Finding, offsetsOf, wordFinding } from './finding.ts'

/** What the rules of English find in lines. Rules work on letters, so each finding is widened to the whole words it is in. */
export async function findInEnglish(
  lines: readonly TranscriptLine[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> {
  if (lines.length === 0) return []
  const texts = lines.map((line) => textOf(line.words))
  const findings = await proofreadEnglish(texts, rightWords(names), signal)

  return spokenCorrections(texts, findings).flatMap(({ text, type, from, to, replacement, reason }) => {
    const line = lines[text]
    if (!line) return []
    const offsets = offsetsOf(line)
    const first = offsets.findIndex((word) => word.to > from)
    const end = offsets.findLastIndex((word) => word.from < to) + 1
    const [start, last] = [offsets[first], offsets[end - 1]]
    if (!start || !last || end <= first) return []

    const whole = texts[text] ?? ''
    const suggested = whole.slice(start.from, from) + replacement + whole.slice(to, last.to)
    return [wordFinding(line, { from: first, to: end }, suggested, { type, origin: 'english', reason })]
  })
}

/** The words of the family's names and places, which are right; also in the spelling of engines that write no capitals. */
function rightWords(names: readonly string[]): string[] {
  const words = names.flatMap((name) => name.split(/[\s,]+/)).filter((word) => /\p{L}{2}/u.test(word))
  return [...new Set(words.flatMap((word) => [word, word.toLowerCase(), `${word}'s`]))]
}
