import { applyToLine, applyToSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TypedOn } from './edits-here.ts'
import { changeBetween, wordEdit } from './word-edit.ts'

/** An edit on its way: what is sent, and what the person sees of it until the server has answered. */
export type PendingEdit = {
  /** The first command's id: edits of one call are undone together. */
  id: string
  commands: readonly TranscriptCommand[]
  /** The same, carried over what others have done since; what cannot be carried is not shown before the answer. */
  shown: readonly Intent[]
  /** The lines it is about, as they were asked for. */
  subjects: readonly string[]
  /** The lines as they will stand if nobody else was there. */
  expected: readonly TranscriptLine[]
  /** What the person has typed, in case it is refused. */
  typed: string | null
  /** What they have typed on in its lines. */
  typedOn: readonly TypedOn[]
}

/** What was typed on in a line, as an edit of the line that stands after the one on its way; null for nothing. */
export function intentOfTypedOn({ lineId, before, text }: TypedOn): Intent | null {
  const words = tokensOf(before).map((token) => ({ text: token }))
  const edit = wordEdit(words, text)
  return edit && { type: 'replaceWords', lineId, ...edit }
}

/** The same as a command, over what the line has become; null where there is nothing to do. @throws where it does not fit any more */
export function commandOfTypedOn(typed: TypedOn, now: TranscriptLine | undefined): TranscriptCommand | null {
  const intent = intentOfTypedOn(typed)
  if (intent === null || (now && textOf(now.words) === typed.text.trim())) return null
  const theirs = now && changeBetween(now.id, spread(tokensOf(typed.before), now), now.words)
  const carried = theirs ? rebase(intent, theirs) : intent
  if (!now || carried?.type !== 'replaceWords') throw new Error('what was typed on does not fit any more')
  return { ...carried, id: typed.id, baseVersion: now.version }
}

/** A command without its envelope. */
export function intentOf({ id: _id, ...command }: TranscriptCommand): Intent {
  const { baseVersion: _base, ...intent } = command
  return intent as Intent
}

/** The lines an edit is about; two edits about one of them are never under way together. */
export function subjectsOf(intent: Intent): string[] {
  if (!('lineId' in intent)) return []
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
