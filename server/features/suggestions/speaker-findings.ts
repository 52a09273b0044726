import { nameOfSpeaker, resolveSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { plainWord } from '#contract/transcript-words.ts'
import type { Finding } from './finding.ts'

/** A line between two lines of one person is most likely theirs, too, if the gaps on both sides are no longer than this. */
const GAP_MS_MAX = 1_500
const INTRODUCTION = ['my', 'name', 'is']

/** Suggests a speaker for a line without one between two lines of one person, and a name for speakers who say their name. */
export function findSpeakers(
  lines: readonly TranscriptLine[],
  speakers: readonly TranscriptSpeaker[],
  people: readonly string[],
): Finding[] {
  const introduced = new Set<string>()
  // Grouped by first name once, because a tree may hold fifty thousand people, and any line may say somebody's name.
  const called = Map.groupBy(people, (person) => plainWord(person.split(/\s+/)[0] ?? ''))
  return lines.flatMap((line, index) => {
    const between = strayLine(line, lines[index - 1], lines[index + 1], speakers)
    if (between) return [between]
    const introduction = introductionIn(line, speakers, called)
    if (!introduction || line.speaker === null) return []
    // Of merged voices only one is named: two names for it would refuse each other, and all that is approved with them.
    const voice = resolveSpeaker(line.speaker, speakers)
    if (introduced.has(voice)) return []
    introduced.add(voice)
    return [introduction]
  })
}

function strayLine(
  line: TranscriptLine,
  before: TranscriptLine | undefined,
  after: TranscriptLine | undefined,
  speakers: readonly TranscriptSpeaker[],
): Finding | null {
  const speaker = before?.speaker
  if (line.speaker !== null || !before || !after || !speaker || after.speaker !== speaker) return null
  const suggested = nameOfSpeaker(speaker, speakers)
  if (suggested === '') return null
  if (line.startMs - before.endMs > GAP_MS_MAX || after.startMs - line.endMs > GAP_MS_MAX) return null
  return {
    type: 'speaker',
    origin: 'speakers',
    line,
    edit: { type: 'setSpeaker', lineId: line.id, speaker },
    original: 'Nobody named',
    suggested,
    reason: 'The lines right before and after are theirs.',
    place: null,
  }
}

function introductionIn(
  line: TranscriptLine,
  speakers: readonly TranscriptSpeaker[],
  called: ReadonlyMap<string, readonly string[]>,
): Finding | null {
  if (line.speaker === null) return null
  const key = resolveSpeaker(line.speaker, speakers)
  const isNamed = speakers.some((speaker) => speaker.key === key && speaker.name !== '')
  if (isNamed) return null

  const words = line.words.map((word) => plainWord(word.text))
  const at = words.findIndex((_, index) => INTRODUCTION.every((word, ahead) => words[index + ahead] === word))
  if (at < 0) return null
  const from = at + INTRODUCTION.length
  const name = personCalled(called.get(words[from] ?? '') ?? [], words[from + 1] ?? '')
  if (name === null) return null
  return {
    type: 'speaker',
    origin: 'speakers',
    line,
    edit: { type: 'nameSpeaker', speaker: key, name },
    original: nameOfSpeaker(key, speakers) || 'Nobody named',
    suggested: name,
    reason: 'They say their own name.',
    place: { from: at, to: Math.min(from + name.split(/\s+/).length, line.words.length) },
  }
}

/** Among people with the same first name, the one who has that last name as well, or else the only one. */
function personCalled(named: readonly string[], last: string): string | null {
  const whole = named.find((person) => plainWord(person.split(/\s+/).at(-1) ?? '') === last)
  const [only] = named
  return whole ?? (named.length === 1 && only !== undefined ? only : null)
}
