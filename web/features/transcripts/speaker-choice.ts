import { resolveSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type Scope = 'line' | 'everywhere'
export type Choice =
  | { type: 'known'; key: string }
  | { type: 'new'; name: string }
  | { type: 'nobody' }
  /** Two who were made one are two again. */
  | { type: 'apart' }

/**
 * What a person's answer to "who speaks here?" comes to. Everywhere, a name that is new renames the voice, and somebody
 * known already makes two voices one; in one line, only that line goes to them.
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
