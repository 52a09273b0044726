import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { deviceMemory } from '../../lib/device-memory.ts'

export type KeptEdit = { commands: readonly TranscriptCommand[]; typed: string | null }

/**
 * Edits that the server has not confirmed, kept on this device so that a closed tab loses none. One entry an edit: two
 * tabs never overwrite each other's. Sending one twice is harmless, because its id is known then.
 */
export type KeptEdits = {
  all: () => KeptEdit[]
  keep: (edit: KeptEdit) => void
  forget: (id: string) => void
}

export function keptEditsOf(transcriptId: string): KeptEdits {
  const prefix = `kinora.transcript.${transcriptId}.`
  return {
    all: () => deviceMemory.names(prefix).flatMap((name) => read(deviceMemory.getItem(name))),
    keep: (edit) => deviceMemory.setItem(`${prefix}${edit.commands[0]?.id}`, JSON.stringify(edit)),
    forget: (id) => deviceMemory.removeItem(`${prefix}${id}`),
  }
}

function read(text: string | null): KeptEdit[] {
  try {
    const edit = JSON.parse(text ?? '') as KeptEdit
    return Array.isArray(edit.commands) && edit.commands.length > 0 ? [edit] : []
  } catch {
    return []
  }
}
