import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { applyToLine, applyToSpeaker, type Refusal } from '#contract/transcript-apply.ts'
import {
  type Change,
  type Intent,
  inverse,
  linesOfChange,
  type TranscriptCommand,
} from '#contract/transcript-edits.ts'
import { findAndReplace } from '#contract/transcript-find.ts'
import { rebaseOverAll } from '#contract/transcript-rebase.ts'
import { textOf, tokensOf } from '#contract/transcript-words.ts'
import type { TranscriptChange } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { changesSince, editsOfGroup, editsSince, undoneSince } from './edit-rows.ts'
import {
  lineOfRow,
  linesOf,
  loadLine,
  loadNext,
  loadSpeakers,
  type TranscriptKey,
  writeLines,
} from './line-rows.ts'

/** `userId` owns the transcript, `authorId` edits it. */
export type Editor = { userId: string; authorId: string }

/**
 * A transcript locked for one transaction: who edits it, its version `before` the call, and the `version` reached so
 * far.
 */
type Session = TranscriptKey & {
  tx: Tx
  storyId: string
  author: { id: string; name: string }
  groupId: string
  before: number
  version: number
}
/** An edit to make, as asked for by somebody who saw version `base`. `shown` is stored as the command, unchanged. */
type Wanted = { id: string; intent: Intent; base: number; undoes: number | null; shown: unknown }

/**
 * Makes all commands of a call, or none. Idempotent: a command that was carried out before, and whose response was
 * lost, is not repeated.
 * @throws TRANSCRIPT_CONFLICT with the lines as they are now, NOT_FOUND, BAD_REQUEST for ids of another transcript's
 * edits
 */
export async function editTranscript(
  tx: Tx,
  { userId, authorId }: Editor,
  transcriptId: string,
  commands: readonly TranscriptCommand[],
): Promise<TranscriptChange> {
  const session = await begin(tx, { userId, authorId }, transcriptId, commands[0]?.id ?? uuidv7())
  const done = await tx
    .selectFrom('transcript_edits')
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      commands.map((command) => command.id),
    )
    .select(['id', 'version', 'transcript_id'])
    .execute()
  // The id belongs to an edit of another transcript. Answering with what became of that one would be no answer to this
  // call.
  if (done.some((edit) => edit.transcript_id !== transcriptId)) throw codeError('BAD_REQUEST')
  const known = new Set(done.map((edit) => edit.id))
  for (const command of commands) {
    if (known.has(command.id)) continue
    const { id, baseVersion, ...intent } = command
    // All commands of a call were decided on before any of them was carried out, so the later ones are rebased over the
    // earlier ones as over anybody else's edits.
    await make(session, { id, intent, base: baseVersion, undoes: null, shown: command })
    known.add(id)
  }
  const firstKnown = done.map((edit) => edit.version - 1)
  return finish(session, Math.min(session.before, ...firstKnown))
}

/**
 * Takes back a group of edits, last first. Edits made since stay. Idempotent by `editId`.
 * @throws NOT_FOUND, TRANSCRIPT_CONFLICT, also where somebody else has taken it back already
 */
export async function undoEdit(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  { editId, groupId }: { editId: string; groupId: string },
): Promise<TranscriptChange> {
  const session = await begin(tx, editor, transcriptId, editId)
  const again = await editsOfGroup(tx, session, editId)
  if (again.length > 0) return finish(session, (again.at(-1)?.version ?? 1) - 1)

  const edits = await editsOfGroup(tx, session, groupId)
  if (edits.length === 0) throw codeError('NOT_FOUND')
  const undone = await undoneSince(tx, session, edits.at(-1)?.version ?? 0)
  for (const { version, change } of edits) {
    const shown = { type: 'undo', groupId }
    const wanted = { id: uuidv7(), intent: inverse(change), base: version, undoes: version, shown }
    // Words that were deleted would be put back a second time: nothing stands in the way of inserting them again.
    if (undone.has(version)) return refuse(session, wanted, 'OVERLAP')
    await make(session, wanted)
  }
  return finish(session, session.before)
}

type FindReplace = {
  editId: string
  find: string
  replacement: string
  matchCase: boolean
  wholeWords: boolean
}

/**
 * Replaces a text in the whole transcript. Loads only the lines that may contain the text's first word. Idempotent by
 * `editId`.
 */
export async function replaceEverywhere(
  tx: Tx,
  editor: Editor,
  transcriptId: string,
  { editId, find, replacement, ...options }: FindReplace,
): Promise<{ version: number; replaced: number }> {
  const session = await begin(tx, editor, transcriptId, editId)
  const again = await editsOfGroup(tx, session, editId)
  if (again.length > 0) return { version: session.version, replaced: again.length }

  const [first = ''] = tokensOf(find)
  const rows = await linesOf(tx, session)
    .where('text', 'ilike', likePattern(first))
    .orderBy('position')
    .execute()
  let replaced = 0
  for (const line of rows.map(lineOfRow)) {
    // From the last match to the first, so that the word indexes of the matches not yet replaced stay valid.
    for (const found of findAndReplace(line.words, find, replacement, options)) {
      const before = textOf(line.words.slice(found.from, found.to))
      // Written so already: an edit would change nothing, and yet call the line's reading text outdated.
      if (before === found.text) continue
      const intent: Intent = { type: 'replaceWords', lineId: line.id, ...found }
      const shown = { type: 'replaceAll', find, replacement, ...options }
      await make(session, { id: uuidv7(), intent, base: session.version, undoes: null, shown })
      replaced += 1
    }
  }
  await keepVersion(session)
  return { version: session.version, replaced }
}

/**
 * A pattern that matches every line in which the finder may find a word. The database and JavaScript do not agree on all letters that
 * differ only in case: σ and ς, s and ſ, k and the sign for kelvin, ß and ẞ, and in Turkish i and İ. Any letter stands for those.
 */
function likePattern(word: string): string {
  const letters = [...word].map((letter) => {
    if (/[\\%_]/.test(letter)) return `\\${letter}`
    return hasCase.test(letter) && !isAlikeEverywhere.test(letter) ? '_' : letter
  })
  return `%${letters.join('')}%`
}
const hasCase = /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u
const isAlikeEverywhere = /[a-hjl-rt-z]/i

async function begin(
  tx: Tx,
  { userId, authorId }: Editor,
  transcriptId: string,
  groupId: string,
): Promise<Session> {
  const row = await tx
    .selectFrom('transcripts')
    .innerJoin('stories', (join) =>
      join
        .onRef('stories.user_id', '=', 'transcripts.user_id')
        .onRef('stories.id', '=', 'transcripts.story_id'),
    )
    .where('transcripts.user_id', '=', userId)
    .where('transcripts.id', '=', transcriptId)
    .where('stories.deleted_at', 'is', null)
    .select(['transcripts.version', 'transcripts.story_id'])
    .forUpdate('transcripts')
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  await sql`savepoint before_edits`.execute(tx)

  const person = await tx
    .selectFrom('profiles')
    .where('id', '=', authorId)
    .select('full_name')
    .executeTakeFirst()
  return {
    tx,
    userId,
    transcriptId,
    storyId: row.story_id,
    author: { id: authorId, name: person?.full_name ?? '' },
    groupId,
    before: row.version,
    version: row.version,
  }
}

async function finish(session: Session, since: number): Promise<TranscriptChange> {
  await keepVersion(session)
  // No upper limit here: the caller must learn of all its own edits, however many.
  const changed = await changesSince(session.tx, session, since, Number.MAX_SAFE_INTEGER - 1)
  if (!changed) throw new Error('there is no end to the edits')
  return changed
}

async function keepVersion({ tx, userId, transcriptId, before, version }: Session): Promise<void> {
  if (version === before) return
  await tx
    .updateTable('transcripts')
    .set({ version })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .execute()
}

async function make(session: Session, wanted: Wanted): Promise<void> {
  const carried = await carry(session, wanted)
  if (carried === null) return refuse(session, wanted, 'OVERLAP')

  const change =
    'lineId' in carried ? await makeInLine(session, carried) : await makeForSpeaker(session, carried)
  if (typeof change === 'string') return refuse(session, wanted, change)
  session.version += 1
  await record(session, wanted, change)
}

/**
 * Rebases an intent over the edits since it was seen. Where its lines have not changed since, no edits need to be read.
 */
async function carry(session: Session, { intent, base }: Wanted): Promise<Intent | null> {
  if (base >= session.version) return intent
  const ids = 'lineId' in intent ? [intent.lineId] : []
  if ('nextId' in intent) ids.push(intent.nextId)
  if (ids.length > 0) {
    const found = await linesOf(session.tx, session).where('id', 'in', ids).execute()
    if (found.length === ids.length && found.every(({ version }) => version <= base)) return intent
  }
  return rebaseOverAll(intent, await editsSince(session.tx, session, base, ids))
}

async function makeInLine(
  session: Session,
  intent: Extract<Intent, { lineId: string }>,
): Promise<Change | Refusal> {
  const { tx, storyId } = session
  const line = await loadLine(tx, session, intent.lineId)
  if (!line) return 'GONE'
  if ('newId' in intent && (await isTaken(session, intent.newId))) return 'OVERLAP'
  const needsNext = intent.type === 'split' || intent.type === 'unjoin' || intent.type === 'join'
  const next = needsNext ? await loadNext(tx, session, line.position) : null

  const applied = applyToLine(intent, line, next, session.version + 1)
  if (typeof applied === 'string') return applied
  if (applied.removed !== null) {
    await tx
      .deleteFrom('transcript_lines')
      .where('user_id', '=', session.userId)
      .where('id', '=', applied.removed)
      .execute()
  }
  await writeLines(tx, session, applied.lines, storyId)
  return applied.change
}

/** A browser chooses the ids of new lines, so an id may already belong to a line, of this transcript or of another. */
async function isTaken({ tx, userId }: Session, id: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('transcript_lines')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function makeForSpeaker(
  session: Session,
  intent: Exclude<Intent, { lineId: string }>,
): Promise<Change | Refusal> {
  const { tx, userId, transcriptId } = session
  const speakers = await loadSpeakers(tx, userId, transcriptId)
  const applied = applyToSpeaker(intent, speakers, session.version + 1)
  if (typeof applied === 'string') return applied

  const { key, name, mergedInto, version } = applied.speaker
  await tx
    .insertInto('transcript_speakers')
    .values({ user_id: userId, transcript_id: transcriptId, key, name, merged_into: mergedInto, version })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'transcript_id', 'key'])
        .doUpdateSet({ name, merged_into: mergedInto, version }),
    )
    .execute()
  return applied.change
}

async function record(session: Session, { id, undoes, shown }: Wanted, change: Change): Promise<void> {
  const { tx, userId, transcriptId, author, groupId, version } = session
  await tx
    .insertInto('transcript_edits')
    .values({
      user_id: userId,
      transcript_id: transcriptId,
      version,
      id,
      group_id: groupId,
      author_id: author.id,
      author_name: author.name,
      command: JSON.stringify(shown),
      change: JSON.stringify(change),
      line_ids: linesOfChange(change),
      undoes,
    })
    .execute()
}

async function refuse(session: Session, { id, intent }: Wanted, refusal: Refusal): Promise<never> {
  const { tx, before } = session
  // The edits of the call that were made already will not stand, so the lines are read as they were before it.
  await sql`rollback to savepoint before_edits`.execute(tx)
  const asked = 'lineId' in intent ? [intent.lineId] : []
  const ids = 'nextId' in intent ? [...asked, intent.nextId] : asked
  const rows = ids.length === 0 ? [] : await linesOf(tx, session).where('id', 'in', ids).execute()
  const lines = rows.map(lineOfRow)
  throw codeError('TRANSCRIPT_CONFLICT', { commandId: id, refusal, version: before, lines })
}
