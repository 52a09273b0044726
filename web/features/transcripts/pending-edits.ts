import { applyToLine, applyToSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'

/** An edit on its way: what is sent, and what the person sees of it until the server has answered. */
export type PendingEdit = {
  /** The first command's id: edits of one call are undone together. */
  id: string
  commands: readonly TranscriptCommand[]
  /** The same, carried over what others have done since; what cannot be carried is not shown before the answer. */
  shown: readonly Intent[]
  /** The lines and speakers it is about, as they were asked for. */
  subjects: readonly string[]
  /** The lines as they will stand if nobody else was there. */
  expected: readonly TranscriptLine[]
  /** What the person has typed, in case it is refused. */
  typed: string | null
}

/** A command without its envelope. */
export function intentOf({ id: _id, ...command }: TranscriptCommand): Intent {
  const { baseVersion: _base, ...intent } = command
  return intent as Intent
}

/** The lines and speakers an edit is about; two edits about one of them are never under way together. */
export function subjectsOf(intent: Intent): string[] {
  if (!('lineId' in intent)) return [`speaker ${intent.speaker}`]
  if ('nextId' in intent) return [intent.lineId, intent.nextId]
  return 'newId' in intent ? [intent.lineId, intent.newId] : [intent.lineId]
}

/** The lines as they look with edits that are still on their way. */
export function withIntents(
  lines: readonly TranscriptLine[],
  intents: readonly Intent[],
): readonly TranscriptLine[] {
  const inLines = intents.filter((intent) => 'lineId' in intent)
  if (inLines.length === 0) return lines
  const shown = [...lines]
  for (const intent of inLines) {
    const at = shown.findIndex((line) => line.id === intent.lineId)
    const line = shown[at]
    if (!line) continue
    const applied = applyToLine(intent, line, shown[at + 1] ?? null, line.version)
    if (typeof applied === 'string') continue
    shown.splice(at, applied.removed === null ? 1 : 2, ...applied.lines)
  }
  return shown
}

/** The speakers likewise. */
export function speakersWith(
  speakers: readonly TranscriptSpeaker[],
  intents: readonly Intent[],
): readonly TranscriptSpeaker[] {
  let shown = speakers
  for (const intent of intents) {
    if ('lineId' in intent) continue
    const applied = applyToSpeaker(intent, shown, 0)
    if (typeof applied === 'string') continue
    const { speaker } = applied
    const isKnown = shown.some(({ key }) => key === speaker.key)
    shown = isKnown ? shown.map((each) => (each.key === speaker.key ? speaker : each)) : [...shown, speaker]
  }
  return shown
}
