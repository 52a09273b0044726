import { id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Change, Intent } from '#contract/transcript-edits.ts'
import {
  joinLines,
  replaceWords,
  restoreWords,
  splitLine,
  type TranscriptLine,
  unjoinLine,
  withWords,
} from '#contract/transcript-lines.ts'
import { positionBetween } from '#contract/transcript-position.ts'
import { textOf } from '#contract/transcript-words.ts'

export type TranscriptSpeaker = {
  key: string
  name: string
  /** The speaker into whom this one was merged, when two turned out to be one person. */
  mergedInto: string | null
  version: number
}

/**
 * Why an edit was refused. OVERLAP: another person changed the same words, or the same line as a whole, meanwhile. GONE: the line
 * no longer exists. NOT_NEXT: the lines do not follow one another. OUT_OF_RANGE: the line has fewer words. TOO_LONG: the line would
 * be longer than a line may be.
 */
export const refusals = ['OVERLAP', 'GONE', 'NOT_NEXT', 'OUT_OF_RANGE', 'TOO_LONG'] as const
export type Refusal = (typeof refusals)[number]

export type Applied = { change: Change; lines: TranscriptLine[]; removed: string | null }
type LineIntent = Extract<Intent, { lineId: string }>
type SpeakerIntent = Exclude<Intent, LineIntent>

/**
 * Applies an edit to a line. The cost depends on the length of the line, not of the transcript.
 * @param next the line that follows; null at the end
 * @param version the version that the changed lines get
 */
export function applyToLine(
  intent: LineIntent,
  line: TranscriptLine,
  next: TranscriptLine | null,
  version: number,
): Applied | Refusal {
  const applied = changeLine(intent, line, next)
  if (typeof applied === 'string') return applied
  if (applied.lines.some((changed) => changed.words.length > limits.transcriptLineWords)) return 'TOO_LONG'
  if (applied.lines.some((changed) => textOf(changed.words).length > limits.transcriptLineText)) {
    return 'TOO_LONG'
  }
  // Only a new join is checked: lines that were joined before this limit existed may be longer, and are edited like any other.
  const grown = intent.type === 'join' && intent.reading === undefined ? applied.lines[0]?.reading : null
  if ((grown?.length ?? 0) > limits.transcriptLineText) return 'TOO_LONG'
  return { ...applied, lines: applied.lines.map((changed) => ({ ...changed, version })) }
}

function changeLine(
  intent: LineIntent,
  line: TranscriptLine,
  next: TranscriptLine | null,
): Applied | Refusal {
  const lineId = line.id
  const count = line.words.length
  switch (intent.type) {
    case 'replaceWords':
    case 'restoreWords': {
      const { from, to } = intent
      if (from > to || to > count) return 'OUT_OF_RANGE'
      const inserted =
        intent.type === 'replaceWords'
          ? replaceWords(line, from, to, intent.text)
          : restoreWords(line, from, to, intent.words)
      const removed = line.words.slice(from, to)
      const wasOld = line.reading === null ? null : line.readingIsOld
      const change: Change = { type: 'words', lineId, from, removed, inserted, wasOld }
      const isOld = intent.type === 'replaceWords' || intent.isOld
      return { change, lines: [withWords(line, from, to, inserted, isOld)], removed: null }
    }
    case 'split': {
      const { at, newId } = intent
      if (at < 1 || at >= count) return 'OUT_OF_RANGE'
      const position = positionBetween(line.position, next?.position ?? null)
      const change: Change = { type: 'split', lineId, at, newId, reading: line.reading }
      return { change, lines: splitLine(line, at, newId, position), removed: null }
    }
    case 'unjoin':
      return unjoin(intent, line, next)
    case 'join':
      return join(intent, line, next)
    case 'setSpeaker': {
      const change: Change = { type: 'speaker', lineId, before: line.speaker, after: intent.speaker }
      return { change, lines: [{ ...line, speaker: intent.speaker }], removed: null }
    }
    case 'setReading': {
      const { reading: before, readingIsOld: wasOld } = line
      const change: Change = { type: 'reading', lineId, before, wasOld, after: intent.text }
      const readingIsOld = intent.text !== null && (intent.isOld ?? false)
      return { change, lines: [{ ...line, reading: intent.text, readingIsOld }], removed: null }
    }
  }
}

function unjoin(
  { at, newId, first, second }: Extract<LineIntent, { type: 'unjoin' }>,
  line: TranscriptLine,
  next: TranscriptLine | null,
): Applied | Refusal {
  if (at > line.words.length) return 'OUT_OF_RANGE'
  const isFree = second.position > line.position && (next === null || second.position < next.position)
  const position = isFree ? second.position : positionBetween(line.position, next?.position ?? null)
  const change: Change = { type: 'split', lineId: line.id, at, newId, reading: line.reading }
  return {
    change,
    lines: unjoinLine(line, at, newId, first, { ...second, position }),
    removed: null,
  }
}

function join(
  intent: Extract<LineIntent, { type: 'join' }>,
  line: TranscriptLine,
  next: TranscriptLine | null,
): Applied | Refusal {
  if (!next || next.id !== intent.nextId) return 'NOT_NEXT'
  const joined = joinLines(line, next)
  const { position, speaker, language, startMs, reading, readingIsOld } = next
  const change: Change = {
    type: 'join',
    lineId: line.id,
    removedId: next.id,
    at: line.words.length,
    first: { endMs: line.endMs, reading: line.reading, readingIsOld: line.readingIsOld },
    second: { position, speaker, language, startMs, reading, readingIsOld },
  }
  const whole = intent.reading === undefined ? joined : { ...joined, reading: intent.reading }
  return { change, lines: [whole], removed: next.id }
}

/** Names a speaker, or merges two. Naming an unknown speaker adds it. */
export function applyToSpeaker(
  intent: SpeakerIntent,
  speakers: readonly TranscriptSpeaker[],
  version: number,
): { change: Change; speaker: TranscriptSpeaker } | Refusal {
  const known = speakers.find(({ key }) => key === intent.speaker)
  if (intent.type === 'nameSpeaker') {
    if (!known && speakers.length >= limits.transcriptSpeakers) return 'TOO_LONG'
    const speaker = known ?? { key: intent.speaker, name: '', mergedInto: null, version }
    return {
      change: {
        type: 'speakerName',
        speaker: intent.speaker,
        before: speaker.name,
        after: intent.name,
      },
      speaker: { ...speaker, name: intent.name, version },
    }
  }
  if (!known) return 'GONE'
  const { into } = intent
  if (into !== null && !speakers.some(({ key }) => key === into)) return 'GONE'
  if (into !== null && resolveSpeaker(into, speakers) === known.key) return 'OUT_OF_RANGE'
  const { key: speaker, mergedInto: before } = known
  return {
    change: { type: 'speakerMerge', speaker, before, after: into },
    speaker: { ...known, mergedInto: into, version },
  }
}

/** The speaker that a key stands for after all merges. */
export function resolveSpeaker(
  key: string,
  speakers: readonly Pick<TranscriptSpeaker, 'key' | 'mergedInto'>[],
) {
  let found = key
  for (let steps = 0; steps <= speakers.length; steps += 1) {
    const into = speakers.find((speaker) => speaker.key === found)?.mergedInto
    if (!into) return found
    found = into
  }
  return found
}

/**
 * The name of a speaker as the family gave it, else `Speaker` and the machine's key; '' for an unknown speaker, also for one whom a
 * person had added and whose name was taken back.
 */
export function nameOfSpeaker(key: string | null, speakers: readonly TranscriptSpeaker[]): string {
  if (key === null) return ''
  const spokenBy = resolveSpeaker(key, speakers)
  const name = speakers.find((speaker) => speaker.key === spokenBy)?.name
  if (name) return name
  return isAddedByPerson(spokenBy) ? '' : `Speaker ${spokenBy}`
}

/** Machines number the voices that they hear; the keys of added speakers are ids. */
export const isAddedByPerson = (key: string) => id.safeParse(key).success
