import { resolveSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type Scope = 'line' | 'everywhere'
export type Choice =
  | { type: 'known'; key: string }
  | { type: 'new'; name: string }
  | { type: 'nobody' }
  /** Separates two voices that had been merged into one speaker. */
  | { type: 'apart' }

/**
 * The intents that carry out a person's answer to "who speaks here?". In the scope `everywhere`, a new name renames the voice, and
 * choosing a known speaker merges the two voices; in the scope `line`, only that line is given to the speaker.
 */
export function intentsOfChoice(
  choice: Choice,
  scope: Scope,
  line: Pick<TranscriptLine, 'id' | 'speaker'>,
  speakers: readonly TranscriptSpeaker[],
  newKey: string,
): Intent[] {
  const { id: lineId, speaker: key } = line
  const voice = key === null ? null : resolveSpeaker(key, speakers)
  switch (choice.type) {
    case 'apart':
      return key === null ? [] : [{ type: 'mergeSpeaker', speaker: key, into: null }]
    case 'nobody':
      return [{ type: 'setSpeaker', lineId, speaker: null }]
    case 'known':
      if (choice.key === voice) return []
      if (scope === 'everywhere' && voice !== null) {
        return [{ type: 'mergeSpeaker', speaker: voice, into: choice.key }]
      }
      return [{ type: 'setSpeaker', lineId, speaker: choice.key }]
    case 'new':
      if (scope === 'everywhere' && voice !== null) {
        return [{ type: 'nameSpeaker', speaker: voice, name: choice.name }]
      }
      return [
        { type: 'nameSpeaker', speaker: newKey, name: choice.name },
        { type: 'setSpeaker', lineId, speaker: newKey },
      ]
  }
}
