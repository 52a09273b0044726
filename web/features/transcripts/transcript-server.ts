import type { Refusal } from '#contract/transcript-apply.ts'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import type { TranscriptChange, TranscriptEdit } from '#contract/transcripts.ts'
import { isPassing, situationOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'

/** Lines per page: about half an hour of talk. */
const PAGE_LINES = 100

export type Replacing = { find: string; replacement: string; matchCase: boolean; wholeWords: boolean }
export type Conflict = { commandId: string; refusal: Refusal; version: number; lines: TranscriptLine[] }

/** The server's operations that a `TranscriptSession` needs, as a port. */
export type TranscriptServer = {
  lines: (cursor: string) => Promise<{ items: TranscriptLine[]; nextCursor: string | null }>
  since: (version: number) => Promise<TranscriptChange | null>
  edit: (commands: TranscriptCommand[]) => Promise<TranscriptChange>
  undo: (ids: { editId: string; groupId: string }) => Promise<TranscriptChange>
  replaceAll: (replacing: Replacing & { editId: string }) => Promise<{ version: number; replaced: number }>
  /** The newest edits. */
  lastEdits: () => Promise<TranscriptEdit[]>
}

/** The port's implementation for one transcript, over the real client. */
export function transcriptServer(id: string): TranscriptServer {
  const { transcripts } = client
  return {
    lines: (cursor) => transcripts.lines({ id, limit: PAGE_LINES, ...(cursor === '' ? {} : { cursor }) }),
    since: (version) => transcripts.since({ id, version }),
    edit: (commands) => transcripts.edit({ id, commands }),
    undo: (ids) => transcripts.undo({ id, ...ids }),
    replaceAll: (replacing) => transcripts.replaceAll({ id, ...replacing }),
    lastEdits: async () => (await transcripts.history({ id, limit: PAGE_LINES })).items,
  }
}

/** The details of a refused edit (`TRANSCRIPT_CONFLICT`); null for any other error. */
export function conflictOf(error: unknown): Conflict | null {
  if (situationOf(error) !== 'TRANSCRIPT_CONFLICT') return null
  return (error as { data: Conflict }).data
}

/** Whether a failed edit is kept and sent again: the server did not answer or failed, or the person has to sign in first. */
export const isWorthRepeating = (error: unknown): boolean =>
  isPassing(error) || situationOf(error) === 'UNAUTHORIZED'
