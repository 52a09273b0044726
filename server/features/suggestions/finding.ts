import { z } from 'zod'
import { cutText } from '#contract/cut-text.ts'
import { id } from '#contract/fields.ts'
import type { SuggestionType, suggestionOrigins } from '#contract/suggestions.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { textOf } from '#contract/transcript-words.ts'

/** The edits that a suggestion can be: some of those that a person can make. */
export const suggestedEdit = z.discriminatedUnion('type', [
  z.object({ type: z.literal('replaceWords'), lineId: id, from: z.int(), to: z.int(), text: z.string() }),
  z.object({ type: z.literal('setSpeaker'), lineId: id, speaker: z.string() }),
  z.object({ type: z.literal('nameSpeaker'), speaker: z.string(), name: z.string() }),
])
export type SuggestedEdit = z.infer<typeof suggestedEdit>

export type Finding = {
  type: SuggestionType
  origin: (typeof suggestionOrigins)[number]
  line: TranscriptLine
  edit: SuggestedEdit
  original: string
  suggested: string
  reason: string
  /** The words that it is about, `to` not included; null for a whole line. */
  place: { from: number; to: number } | null
}

const CONTEXT_WORDS = 8

/** The time of a finding and the words around it, as people see them. */
export function surroundings({ line, place }: Pick<Finding, 'line' | 'place'>) {
  const { words } = line
  if (!place) {
    return { startMs: line.startMs, endMs: line.endMs, before: '', after: shorten(textOf(words)) }
  }
  const said = words.slice(place.from, place.to)
  return {
    startMs: said[0]?.startMs ?? line.startMs,
    endMs: said.at(-1)?.endMs ?? line.endMs,
    before: textOf(words.slice(Math.max(0, place.from - CONTEXT_WORDS), place.from)),
    after: textOf(words.slice(place.to, place.to + CONTEXT_WORDS)),
  }
}

const shorten = (text: string) => (text.length > 160 ? `${cutText(text, 159)}…` : text)

/** A finding that replaces words of a line. `suggested` consists of whole words, which get the times of similar old ones. */
export function wordFinding(
  line: TranscriptLine,
  place: { from: number; to: number },
  suggested: string,
  about: Pick<Finding, 'type' | 'origin' | 'reason'>,
): Finding {
  const original = textOf(line.words.slice(place.from, place.to))
  const edit = { type: 'replaceWords', lineId: line.id, ...place, text: suggested } as const
  return { ...about, line, edit, original, suggested, place }
}

/** Where each word begins and ends in the text of its line, in characters. */
export function offsetsOf(line: TranscriptLine): { from: number; to: number }[] {
  const text = textOf(line.words)
  let at = 0
  return line.words.map((word) => {
    const from = text.indexOf(word.text, at)
    at = from + word.text.length
    return { from, to: at }
  })
}
