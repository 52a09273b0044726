import type { TranscriptCommand } from '#contract/transcript-edits.ts'

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

/** The device's own store. Where it is refused or full, edits are kept in memory only, as long as the page is open. */
export function keptEditsOf(transcriptId: string, storage: Storage): KeptEdits {
  const prefix = `kinora.transcript.${transcriptId}.`
  return {
    all: () => {
      const keys = Object.keys(storage).filter((key) => key.startsWith(prefix))
      return keys.sort().flatMap((key) => read(storage.getItem(key)))
    },
    keep: (edit) => {
      try {
        storage.setItem(`${prefix}${edit.commands[0]?.id}`, JSON.stringify(edit))
      } catch {
        // The edit is in memory and on its way.
      }
    },
    forget: (id) => storage.removeItem(`${prefix}${id}`),
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
