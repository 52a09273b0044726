import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { type Suggestion, type SuggestionList, suggestionList } from '#contract/suggestions.ts'
import type { Edit, TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { rebaseOverAll } from '#contract/transcript-rebase.ts'
import { textOf } from '#contract/transcript-words.ts'
import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import {
  type Editor,
  editsSince,
  editTranscript,
  findSource,
  findSuggestions,
  lineOfRow,
  linesOf,
  lockTranscript,
  type TranscriptKey,
  undoEdit,
} from '../transcripts/transcripts.ts'
import { type SuggestedEdit, suggestedEdit } from './finding.ts'

type Open = Suggestion & { edit: SuggestedEdit; lineVersion: number }

const suggestionsOf = (tx: Tx, { userId, transcriptId }: TranscriptKey) =>
  tx.selectFrom('suggestions').where('user_id', '=', userId).where('transcript_id', '=', transcriptId)

/** The open suggestions of a transcript that still fit, and how many no longer do. */
export async function listSuggestions(tx: Tx, key: TranscriptKey): Promise<SuggestionList> {
  const check = await tx
    .selectFrom('transcript_checks')
    .where('user_id', '=', key.userId)
    .where('id', '=', key.transcriptId)
    .select(['state', 'checkers', 'passed_over as passedOver'])
    .executeTakeFirst()
  const { fitting, stale } = await openSuggestions(tx, key)
  return suggestionList.parse({
    state: check?.state ?? 'none',
    checkers: check?.checkers ?? [],
    passedOver: check?.passedOver ?? [],
    items: fitting,
    stale,
  })
}

/** How many open suggestions of a transcript still fit: as many as its page shows. */
export async function countSuggestions(tx: Tx, key: TranscriptKey): Promise<number> {
  return (await openSuggestions(tx, key)).fitting.length
}

/** Queues the job that looks through a transcript; if it is waiting already, it is not queued twice. */
export async function requestLook(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<void> {
  const source = await findSource(tx, userId, transcriptId)
  const transcript = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .select('id')
    .executeTakeFirst()
  if (!source || !transcript) return

  await tx
    .insertInto('transcript_checks')
    .values({ user_id: userId, id: transcriptId, story_id: source.storyId, state: 'waiting' })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ state: 'waiting' }))
    .execute()
  await enqueue(tx, findSuggestions, { userId, transcriptId }, { key: `suggestions ${transcriptId}` })
}

/**
 * Makes the edits of suggestions as one group of the transcript's history, by the same commands as a person's own edits. So
 * word times survive, edits of other people are not overwritten, and one undo takes the whole group back.
 */
export async function approveSuggestions(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  ids: readonly string[],
): Promise<{ approved: number; stale: number; groupId: string | null }> {
  const key = { userId: editor.userId, transcriptId }
  await lockTranscript(tx, key)
  const { fitting } = await openSuggestions(tx, key)
  const wanted = fitting
    .filter(({ id }) => ids.includes(id))
    .map((open) => ({ id: open.id, command: commandOf(open) }))
  const made = await makeWhatFits(tx, editor, transcriptId, wanted)
  const [first] = made
  if (!first) return { approved: 0, stale: ids.length, groupId: null }

  const groupId = first.command.id
  await decide(
    tx,
    editor,
    transcriptId,
    made.map(({ id }) => id),
    { state: 'approved', group_id: groupId },
  )
  return { approved: made.length, stale: ids.length - made.length, groupId }
}

type WithCommand = { id: string; command: TranscriptCommand }

/**
 * One that is refused, as where its line would be too long, takes none of the others with it. A refusal has undone the edits of its
 * call, so these are made again without it.
 * @throws TRANSCRIPT_CONFLICT where none of them can be made
 */
async function makeWhatFits(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  wanted: WithCommand[],
): Promise<WithCommand[]> {
  if (wanted.length === 0) return []
  try {
    const commands = wanted.map(({ command }) => command)
    await editTranscript(tx, editor, transcriptId, commands)
    return wanted
  } catch (error) {
    const refused = refusedCommand(error)
    const rest = wanted.filter(({ command }) => command.id !== refused)
    if (rest.length === 0 || rest.length === wanted.length) throw error
    return makeWhatFits(tx, editor, transcriptId, rest)
  }
}

function refusedCommand(error: unknown): string | null {
  if (!(error instanceof ORPCError) || error.code !== 'TRANSCRIPT_CONFLICT') return null
  return error.data.commandId
}

export async function dismissSuggestions(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  ids: readonly string[],
): Promise<number> {
  // As when approving: whoever decides second finds decided what the first has decided.
  await lockTranscript(tx, { userId: editor.userId, transcriptId })
  return decide(tx, editor, transcriptId, ids, { state: 'dismissed', group_id: null })
}

/** Takes the edits of an approval back; its suggestions are open again. */
export async function undoApproval(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  { editId, groupId }: { editId: string; groupId: string },
): Promise<number> {
  await undoEdit(tx, editor, transcriptId, { editId, groupId })
  const { numUpdatedRows } = await tx
    .updateTable('suggestions')
    .set({ state: 'open', group_id: null, decided_by: null, decided_at: null })
    .where('user_id', '=', editor.userId)
    .where('transcript_id', '=', transcriptId)
    .where('group_id', '=', groupId)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Decides on those of the suggestions that are still open: what somebody else has just approved stays so. @returns how many */
async function decide(
  tx: Tx,
  { userId, authorId }: Editor,
  transcriptId: string,
  ids: readonly string[],
  decision: { state: 'approved' | 'dismissed'; group_id: string | null },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('suggestions')
    .set({ ...decision, decided_by: authorId, decided_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function openSuggestions(tx: Tx, key: TranscriptKey): Promise<{ fitting: Open[]; stale: number }> {
  const rows = await suggestionsOf(tx, key)
    .where('state', '=', 'open')
    .orderBy('start_ms')
    .orderBy('id')
    .limit(limits.suggestionsPerCall)
    .select(['id', 'line_id as lineId', 'line_version as lineVersion', 'edit', 'type', 'origin'])
    .select(['original', 'suggested', 'context_before as before', 'context_after as after', 'reason'])
    .select(['start_ms as startMs', 'end_ms as endMs'])
    .execute()
  const lines = await loadLines(tx, key, [...new Set(rows.map(({ lineId }) => lineId))])
  const changed = rows.filter((row) => !isAsLookedAt(row, lines.get(row.lineId)))
  const edits = await editsOver(tx, key, changed)
  const fitting: Open[] = []
  for (const { edit, type, origin, ...row } of rows) {
    const open = { ...row, edit: suggestedEdit.parse(edit), type, origin } as Open
    if (await stillFits(tx, key, open, { line: lines.get(row.lineId), edits })) fitting.push(open)
  }
  return { fitting, stale: rows.length - fitting.length }
}

async function loadLines(tx: Tx, key: TranscriptKey, ids: string[]): Promise<Map<string, TranscriptLine>> {
  if (ids.length === 0) return new Map()
  const rows = await linesOf(tx, key).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, lineOfRow(row)]))
}

type OfLine = { lineId: string; lineVersion: number }

const isAsLookedAt = ({ lineVersion }: OfLine, line: TranscriptLine | undefined): boolean =>
  line !== undefined && line.version <= lineVersion

/** All edits that any of these has to be carried over, read once, because reading them goes through the whole history. */
async function editsOver(tx: Tx, key: TranscriptKey, changed: readonly OfLine[]): Promise<Edit[]> {
  if (changed.length === 0) return []
  const base = Math.min(...changed.map(({ lineVersion }) => lineVersion))
  return editsSince(tx, key, base, [...new Set(changed.map(({ lineId }) => lineId))])
}

/** Whether the words that a suggestion is about are still what they were, even if later edits have moved them. */
async function stillFits(
  tx: Tx,
  key: TranscriptKey,
  open: Open,
  { line, edits }: { line: TranscriptLine | undefined; edits: readonly Edit[] },
): Promise<boolean> {
  const { edit, lineVersion, original } = open
  if (edit.type === 'nameSpeaker') {
    const speaker = await tx
      .selectFrom('transcript_speakers')
      .where('user_id', '=', key.userId)
      .where('transcript_id', '=', key.transcriptId)
      .where('key', '=', edit.speaker)
      .select('name')
      .executeTakeFirst()
    return speaker?.name === ''
  }
  if (isAsLookedAt(open, line)) return true

  const since = edits.filter(({ version }) => version > lineVersion)
  const carried = rebaseOverAll(edit, since)
  if (carried?.type === 'setSpeaker') return line !== undefined
  if (carried?.type !== 'replaceWords') return false
  const now =
    carried.lineId === line?.id ? line : (await loadLines(tx, key, [carried.lineId])).get(carried.lineId)
  return now !== undefined && textOf(now.words.slice(carried.from, carried.to)) === original
}

/** The command for a suggestion. Its base is the version that was looked through, so later edits are carried over as usual. */
function commandOf({ edit, lineVersion }: Open): TranscriptCommand {
  return { ...edit, id: uuidv7(), baseVersion: lineVersion }
}
