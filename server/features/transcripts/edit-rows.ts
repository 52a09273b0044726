import { sql } from 'kysely'
import type { Change, Edit } from '#contract/transcript-edits.ts'
import { undoneVersions } from '#contract/transcript-rebase.ts'
import type { TranscriptChange } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { lineOfRow, linesOf, loadSpeakers, type TranscriptKey } from './line-rows.ts'

/** With more edits than this, it is cheaper for a screen to load its page of lines again. */
const CHANGES_MAX = 1_000
/** The most moves of words to another line (by splits and joins) that are followed. */
const HOPS_MAX = 20

const editsOf = (tx: Tx, { userId, transcriptId }: TranscriptKey) =>
  tx.selectFrom('transcript_edits').where('user_id', '=', userId).where('transcript_id', '=', transcriptId)

export async function hasEdits(tx: Tx, key: TranscriptKey): Promise<boolean> {
  return (await editsOf(tx, key).limit(1).select('version').execute()).length > 0
}

type EditRow = { version: number; change: unknown; undoes: number | null }
/** The cast is safe: only `record` writes these rows, and they never change. */
const editOfRow = ({ version, change, undoes }: EditRow): Edit => ({
  version,
  change: change as Change,
  undoes,
})

/**
 * The edits after version `base` of the given lines and of every line that their words moved to since; without line
 * ids, the edits of speakers.
 * Called only where something may have changed since `base`. It reads all edits since then: 9 ms for 20,000 of them.
 */
export async function editsSince(
  tx: Tx,
  key: TranscriptKey,
  base: number,
  lineIds: readonly string[],
): Promise<Edit[]> {
  const ids = new Set(lineIds)
  const isOfLines = ids.size > 0
  for (let hop = 0; ; hop += 1) {
    const touching = isOfLines
      ? sql<boolean>`line_ids && ${sql.val([...ids])}::uuid[]`
      : sql<boolean>`line_ids = '{}'`
    const rows = await editsOf(tx, key)
      .where('version', '>', base)
      .where(touching)
      .orderBy('version')
      .select(['version', 'change', 'undoes', 'line_ids'])
      .execute()
    const known = ids.size
    if (isOfLines) for (const row of rows) for (const id of row.line_ids) ids.add(id)
    if (ids.size === known || hop === HOPS_MAX) return rows.map(editOfRow)
  }
}

/** The edits of a group (of one call, undone together), last first. */
export async function editsOfGroup(tx: Tx, key: TranscriptKey, groupId: string): Promise<Edit[]> {
  const rows = await editsOf(tx, key)
    .where('group_id', '=', groupId)
    .orderBy('version', 'desc')
    .select(['version', 'change', 'undoes'])
    .execute()
  return rows.map(editOfRow)
}

/** The versions of the edits whose undoing stands, as far as they were undone after version `since`. */
export async function undoneSince(tx: Tx, key: TranscriptKey, since: number): Promise<Set<number>> {
  const undoings = await editsOf(tx, key)
    .where('version', '>', since)
    .where('undoes', 'is not', null)
    .orderBy('version')
    .select(['version', 'undoes'])
    .execute()
  return undoneVersions(undoings)
}

/**
 * The lines and speakers that edits after version `since` touched, as they are now. Null where all lines have to be read anew: there
 * are more than `most` edits, or versions without one, as when the tracks gave every line another place.
 */
export async function changesSince(
  tx: Tx,
  key: TranscriptKey,
  since: number,
  most = CHANGES_MAX,
): Promise<TranscriptChange | null> {
  // Read before the edits: of one that is made in this moment, the version alone would look like one without an edit.
  const version = await versionOf(tx, key)
  const edits = await editsOf(tx, key)
    .where('version', '>', since)
    .orderBy('version')
    .limit(most + 1)
    .select(['version', 'line_ids'])
    .execute()
  if (edits.length > most || edits.length < version - since) return null

  const touched = [...new Set(edits.flatMap((edit) => edit.line_ids))]
  const rows =
    touched.length === 0
      ? []
      : await linesOf(tx, key).where('id', 'in', touched).orderBy('position').execute()
  const there = new Set(rows.map((row) => row.id))
  const speakers = await loadSpeakers(tx, key.userId, key.transcriptId)
  return {
    version: edits.at(-1)?.version ?? since,
    lines: rows.map(lineOfRow),
    removed: touched.filter((id) => !there.has(id)),
    speakers: speakers.filter((speaker) => speaker.version > since),
  }
}

async function versionOf(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<number> {
  const row = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .select('version')
    .executeTakeFirst()
  return row?.version ?? 0
}
