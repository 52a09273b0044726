import { applyToLine, applyToSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebase } from '#contract/transcript-rebase.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TypedOn } from './edits-here.ts'
import { changeBetween, wordEdit } from './word-edit.ts'

/** An edit on its way: what is sent, and how it is shown until the server has answered. */
export type PendingEdit = {
  /** The id of the first command: the commands of one call are undone together. */
  id: string
  commands: readonly TranscriptCommand[]
  /** The same edit rebased over what others have done since. Commands that cannot be rebased are not shown until the server answers. */
  shown: readonly Intent[]
  /** The ids of the lines that the edit is about, as of when it was made. */
  subjects: readonly string[]
  /** Those lines as they will stand if nobody else has edited them. */
  expected: readonly TranscriptLine[]
  /** What the person typed, to show it again if the edit is refused. */
  typed: string | null
  /** What they have typed in its lines since. */
  typedOn: readonly TypedOn[]
}

/** What was typed on in a line, as an edit of the line as it stands after the pending edit; null if nothing changed. */
export function intentOfTypedOn({ lineId, before, text }: TypedOn): Intent | null {
  const words = tokensOf(before).map((token) => ({ text: token }))
  const edit = wordEdit(words, text)
  return edit && { type: 'replaceWords', lineId, ...edit }
}

/** The same as a command, rebased onto the line as it is now; null where nothing is left to do. @throws Error where it no longer fits */
export function commandOfTypedOn(typed: TypedOn, now: TranscriptLine | undefined): TranscriptCommand | null {
  const intent = intentOfTypedOn(typed)
  if (intent === null || (now && textOf(now.words) === typed.text.trim())) return null
  const theirs = now && changeBetween(now.id, spread(tokensOf(typed.before), now), now.words)
  const carried = theirs ? rebase(intent, theirs) : intent
  if (!now || carried?.type !== 'replaceWords') throw new Error('what was typed on does not fit any more')
  return { ...carried, id: typed.id, baseVersion: now.version }
}

/** A command without its id and base version. */
export function intentOf({ id: _id, ...command }: TranscriptCommand): Intent {
  const { baseVersion: _base, ...intent } = command
  return intent as Intent
}

/** The ids of the lines an edit is about. Two edits of the same line are never on their way together. */
export function subjectsOf(intent: Intent): string[] {
  if (!('lineId' in intent)) return []
  if ('nextId' in intent) return [intent.lineId, intent.nextId]
  return 'newId' in intent ? [intent.lineId, intent.newId] : [intent.lineId]
}

/** The lines as shown: with the pending edits applied. */
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

/** The speakers as shown: with the pending edits applied. */
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
