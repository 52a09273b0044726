import type { Refusal } from '#contract/transcript-apply.ts'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { deviceMemory } from '../../lib/device-memory.ts'

export type KeptEdit = {
  commands: readonly TranscriptCommand[]
  typed: string | null
  /** What was typed on in lines that it is about; it goes once this edit is confirmed. */
  typedOn?: readonly TypedOn[]
  /** Since when the server knows no such transcript, by this device's clock: its story may lie in the trash. */
  goneSinceMs?: number
  /** When it was kept while somebody typed, by this device's clock: it is no edit yet, and its page makes one of it. */
  typedAtMs?: number
}

/** A line as it stands after the edit that is on its way, what the person has made of it since, and the id to send that under. */
export type TypedOn = { id: string; lineId: string; before: string; text: string }

/** What a person typed and what stands against it. `lineId` null: the line is no longer there, or it was no text. */
export type Refused = { id: string; lineId: string | null; typed: string | null; refusal: Refusal | null }

/**
 * How many of somebody's edits, of whatever transcript, only this device has: those that it keeps, and those that go with the page,
 * because the browser had no room for them. Those of a deleted story are not among them: nobody can do anything for them but restore it.
 */
export function countEditsHere(personId: string, memory = deviceMemory): { kept: number; passing: number } {
  const waiting = memory
    .names(keptUnder(personId))
    .filter((name) => editsIn(memory.getItem(name)).some(({ goneSinceMs }) => goneSinceMs === undefined))
  const kept = waiting.filter((name) => memory.isKept(name)).length
  return { kept, passing: waiting.length - kept }
}

/** The transcripts that they are of. */
export const keptTranscripts = (personId: string): string[] => {
  const prefix = keptUnder(personId)
  const ids = deviceMemory.names(prefix).map((name) => name.slice(prefix.length).split('.')[0] ?? '')
  return [...new Set(ids)]
}

/** Each person's own: on a device that several use, nobody sends what another has corrected as theirs. */
export const keptUnder = (personId: string) => `kinora.transcript.${personId}.`

export function editsIn(text: string | null): KeptEdit[] {
  try {
    const edit = JSON.parse(text ?? '') as KeptEdit
    return Array.isArray(edit.commands) && edit.commands.length > 0 ? [edit] : []
  } catch {
    return []
  }
}
