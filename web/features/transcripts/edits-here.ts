import type { Refusal } from '#contract/transcript-apply.ts'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { deviceMemory } from '../../lib/device-memory.ts'

export type KeptEdit = {
  commands: readonly TranscriptCommand[]
  typed: string | null
  /** What was typed in the lines of this edit while it was on its way; dropped once the edit is confirmed. */
  typedOn?: readonly TypedOn[]
  /** Since when the server no longer knows the transcript, by this device's clock: its story may be in the trash. */
  goneSinceMs?: number
  /**
   * When the text was kept while the person was still typing, by this device's clock. It is not yet an edit: the page it is typed in
   * makes one of it.
   */
  typedAtMs?: number
}

/**
 * A line as it will stand after the edit on its way, the text that the person has typed there since, and the id to send that text under.
 */
export type TypedOn = { id: string; lineId: string; before: string; text: string }

/** What a person typed and why it was refused. `lineId` is null where the line no longer exists or the edit was not of a line's text. */
export type Refused = { id: string; lineId: string | null; typed: string | null; refusal: Refusal | null }

/**
 * How many of a person's edits, across all transcripts, exist on this device alone: `kept` in its storage, and `passing` in this page
 * only, because the browser had no room for them. Edits of a deleted story are not counted: they can only be sent once it is restored.
 */
export function countEditsHere(personId: string, memory = deviceMemory): { kept: number; passing: number } {
  const waiting = memory
    .names(keptUnder(personId))
    .filter((name) => editsIn(memory.getItem(name)).some(({ goneSinceMs }) => goneSinceMs === undefined))
  const kept = waiting.filter((name) => memory.isKept(name)).length
  return { kept, passing: waiting.length - kept }
}

/** The ids of the transcripts with edits kept on this device. */
export const keptTranscripts = (personId: string): string[] => {
  const prefix = keptUnder(personId)
  const ids = deviceMemory.names(prefix).map((name) => name.slice(prefix.length).split('.')[0] ?? '')
  return [...new Set(ids)]
}

/** The storage prefix of one person's edits: on a device that several people use, nobody sends another's corrections as their own. */
export const keptUnder = (personId: string) => `kinora.transcript.${personId}.`

export function editsIn(text: string | null): KeptEdit[] {
  try {
    const edit = JSON.parse(text ?? '') as KeptEdit
    return Array.isArray(edit.commands) && edit.commands.length > 0 ? [edit] : []
  } catch {
    return []
  }
}
