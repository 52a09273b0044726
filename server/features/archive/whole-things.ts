import type { Tx } from '../../db/actor.ts'
import type { ArchiveTableName } from './tables.ts'
import type { Row } from './take-rows.ts'

const wholes = ['transcripts', 'storybooks', 'playlists'] as const
type Whole = (typeof wholes)[number]

const ofTranscript = { column: 'transcript_id', whole: 'transcripts' } as const
const ofBook = { column: 'storybook_id', whole: 'storybooks' } as const

/** Tables whose rows are only parts of a whole: lines of a transcript, pages of a book, places in a playlist. */
const parts: Partial<Record<ArchiveTableName, { column: string; whole: Whole }>> = {
  transcript_pieces: ofTranscript,
  transcript_segments: ofTranscript,
  transcript_speakers: ofTranscript,
  transcript_lines: ofTranscript,
  transcript_edits: ofTranscript,
  suggestions: ofTranscript,
  storybook_stories: ofBook,
  storybook_pages: ofBook,
  storybook_chapters: ofBook,
  storybook_drawings: ofBook,
  playlist_prompts: { column: 'playlist_id', whole: 'playlists' },
}

/**
 * Returns which rows of an archive may come in beside what the account has at the time of this call. A transcript,
 * storybook or playlist that the account already has stays as it is: lines that were joined since, or pages that were
 * made anew, would otherwise appear a second time.
 */
export async function comingBeside(
  tx: Tx,
  userId: string,
): Promise<(name: ArchiveTableName, row: Row) => boolean> {
  const known = new Map<Whole, Set<string>>()
  for (const whole of wholes) {
    const rows = await tx.selectFrom(whole).where('user_id', '=', userId).select('id').execute()
    known.set(whole, new Set(rows.map(({ id }) => id)))
  }
  return (name, row) => {
    const part = parts[name]
    return !part || !known.get(part.whole)?.has(String(row[part.column]))
  }
}
