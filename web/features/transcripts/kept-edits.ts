import { limits } from '#contract/limits.ts'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { deviceMs } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'

export type KeptEdit = {
  commands: readonly TranscriptCommand[]
  typed: string | null
  /** What was typed on in lines that it is about; it goes once this edit is confirmed. */
  typedOn?: readonly TypedOn[]
  /** Since when the server knows no such transcript, by this device's clock: its story may lie in the trash. */
  goneSinceMs?: number
}

/** A line as it stands after the edit that is on its way, what the person has made of it since, and the id to send that under. */
export type TypedOn = { id: string; lineId: string; before: string; text: string }

/**
 * Edits that the server has not confirmed, kept on this device so that a closed tab loses none. One entry an edit: two
 * tabs never overwrite each other's. Sending one twice is harmless, because its id is known then.
 */
export type KeptEdits = {
  all: () => KeptEdit[]
  /** Whether they outlive the page: a browser that is full, or shut for us, takes none. */
  areKept: () => boolean
  keep: (edit: KeptEdit) => void
  forget: (id: string) => void
  /** For one of a transcript that is gone: its story may be restored for as long as the trash keeps it. */
  setAside: (edit: KeptEdit) => void
}

const TRASH_MS = limits.trashDays * 86_400_000

export function keptEditsOf(personId: string, transcriptId: string, memory = deviceMemory): KeptEdits {
  const prefix = `${prefixOf(personId)}${transcriptId}.`
  const keep = (edit: KeptEdit) => memory.setItem(`${prefix}${edit.commands[0]?.id}`, JSON.stringify(edit))
  const forget = (id: string) => memory.removeItem(`${prefix}${id}`)
  return {
    all: () => memory.names(prefix).flatMap((name) => read(memory.getItem(name))),
    areKept: () => memory.isKept(prefix),
    keep,
    forget,
    setAside: (edit) => {
      const { goneSinceMs = deviceMs() } = edit
      if (deviceMs() - goneSinceMs > TRASH_MS) forget(edit.commands[0]?.id ?? '')
      else keep({ ...edit, goneSinceMs })
    },
  }
}

/**
 * How many of somebody's edits, of whatever transcript, only this device has: those that it keeps, and those that go with the page,
 * because the browser had no room for them. Those of a deleted story are not among them: nobody can do anything for them but restore it.
 */
export function countEditsHere(personId: string, memory = deviceMemory): { kept: number; passing: number } {
  const waiting = memory
    .names(prefixOf(personId))
    .filter((name) => read(memory.getItem(name)).some(({ goneSinceMs }) => goneSinceMs === undefined))
  const kept = waiting.filter((name) => memory.isKept(name)).length
  return { kept, passing: waiting.length - kept }
}

/** The transcripts that they are of. */
export const keptTranscripts = (personId: string): string[] => {
  const prefix = prefixOf(personId)
  const ids = deviceMemory.names(prefix).map((name) => name.slice(prefix.length).split('.')[0] ?? '')
  return [...new Set(ids)]
}

/** Each person's own: on a device that several use, nobody sends what another has corrected as theirs. */
const prefixOf = (personId: string) => `kinora.transcript.${personId}.`

function read(text: string | null): KeptEdit[] {
  try {
    const edit = JSON.parse(text ?? '') as KeptEdit
    return Array.isArray(edit.commands) && edit.commands.length > 0 ? [edit] : []
  } catch {
    return []
  }
}
