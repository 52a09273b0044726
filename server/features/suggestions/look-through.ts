import { sql } from 'kysely'
import type { TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { plainWord } from '#contract/transcript-words.ts'
import { lastingFailureOf } from '../../ai/lasting-failure.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { sha256Of } from '../../sha256.ts'
import { isEnglish } from '../../told/vocabulary.ts'
import { nameOfPerson } from '../family-members/family-members.ts'
import {
  findSuggestions,
  lineOfRow,
  linesOf,
  loadSpeakers,
  type TranscriptKey,
  undoneSince,
} from '../transcripts/transcripts.ts'
import { findInEnglish } from './english-findings.ts'
import { type Finding, surroundings } from './finding.ts'
import { findByModel } from './model-findings.ts'
import { findSpeakers } from './speaker-findings.ts'

/** About a day of talk; lines beyond it are not looked through. */
const LINES_MAX = 20_000
/** How many suggestions are kept open. Nobody decides about more at a time, and a page shows all of them. */
const OPEN_MAX = 500

type Parts = Pick<Services, 'db' | 'textModel'>
type Material = {
  storyId: string
  lines: { line: TranscriptLine; language: string | null }[]
  speakers: TranscriptSpeaker[]
  /** The story's speakers. */
  tellers: string[]
  /** These and the people of the family; `names` are all of them, their places, and the story's place and title. */
  people: string[]
  names: string[]
}

/** The job that looks through transcripts in the background. */
export function suggestionJobs(services: Parts): JobHandler[] {
  return [
    handleJob(findSuggestions, (key, context) => lookThrough(services, key, context), {
      turns: 'asked',
      giveUp: (key) => giveUp(services, key),
    }),
  ]
}

/** Looks through a transcript and keeps what was found as suggestions; what was dismissed before stays dismissed. */
export async function lookThrough(
  { db, textModel }: Parts,
  key: TranscriptKey,
  context: JobContext,
): Promise<void> {
  const material = await asWorker(db, key.userId, (tx) => loadMaterial(tx, key))
  if (!material) return

  const { speakers, tellers, people, names } = material
  const lines = material.lines.map(({ line }) => line)
  const english = material.lines.filter(({ language }) => isEnglish(language)).map(({ line }) => line)
  const findings = [
    ...findSpeakers(lines, speakers, people),
    ...(await findInEnglish(english, names, context.signal)),
  ]
  const checkers = english.length > 0 ? ['english', 'speakers'] : ['speakers']
  const keep = (state: 'done' | 'failed', found: Finding[], by: string[]) =>
    asWorker(db, key.userId, (tx) =>
      keepFindings(tx, key, material, { state, findings: found, checkers: by }),
    )

  if (!textModel) return keep('done', findings, checkers)
  try {
    const written = await findByModel(textModel, lines, speakers, { tellers, people }, context.signal)
    await keep('done', [...findings, ...written], [...checkers, 'model'])
  } catch (error) {
    const failure = lastingFailureOf(error, context)
    const { transcriptId } = key
    context.log.error({ err: error, failure, transcriptId }, 'the text model could not proofread')
    await keep('failed', findings, checkers)
  }
}

/** Marks a look that is still waiting as failed; earlier suggestions stay. */
function giveUp({ db }: Pick<Parts, 'db'>, { userId, transcriptId }: TranscriptKey) {
  return asWorker(db, userId, (tx) =>
    tx
      .updateTable('transcript_checks')
      .set({ state: 'failed' })
      .where('user_id', '=', userId)
      .where('id', '=', transcriptId)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

async function loadMaterial(tx: Tx, key: TranscriptKey): Promise<Material | null> {
  const transcript = await tx
    .selectFrom('transcripts')
    .innerJoin('stories', (join) =>
      join
        .onRef('stories.user_id', '=', 'transcripts.user_id')
        .onRef('stories.id', '=', 'transcripts.story_id'),
    )
    .where('transcripts.user_id', '=', key.userId)
    .where('transcripts.id', '=', key.transcriptId)
    .select(['stories.id', 'stories.speakers', 'stories.location', 'stories.title'])
    .executeTakeFirst()
  if (!transcript) return null

  const family = await tx
    .selectFrom('family_members')
    .where('user_id', '=', key.userId)
    .select(['first_name', 'last_name', 'place_of_birth', 'current_location'])
    .execute()
  const rows = await linesOf(tx, key).orderBy('position').limit(LINES_MAX).execute()
  const people = [
    ...transcript.speakers,
    ...family.map((member) => nameOfPerson(member.first_name, member.last_name)),
  ]
  const places = family.flatMap((member) => [member.place_of_birth, member.current_location])
  return {
    storyId: transcript.id,
    lines: rows.map((row) => ({ line: lineOfRow(row), language: row.language })),
    speakers: await loadSpeakers(tx, key.userId, key.transcriptId),
    tellers: transcript.speakers,
    people: [...new Set(people)].filter((name) => name !== ''),
    names: [...people, ...places, transcript.location, transcript.title],
  }
}

async function keepFindings(
  tx: Tx,
  key: TranscriptKey,
  { storyId, lines }: Material,
  { state, findings, checkers }: { state: 'done' | 'failed'; findings: Finding[]; checkers: string[] },
): Promise<void> {
  const { userId, transcriptId } = key
  const dismissed = await suggestionsThatAre(tx, key, 'dismissed')
  const isDismissed = new Set(dismissed.map(({ fingerprint }) => fingerprint))
  const rows = distinct(findings, await corrected(tx, key))
    .filter(({ fingerprint }) => !isDismissed.has(fingerprint))
    .slice(0, OPEN_MAX)
    .map((finding) => {
      const { startMs, endMs, before, after } = surroundings(finding)
      return {
        user_id: userId,
        transcript_id: transcriptId,
        story_id: storyId,
        type: finding.type,
        origin: finding.origin,
        line_id: finding.line.id,
        line_version: finding.line.version,
        edit: JSON.stringify(finding.edit),
        start_ms: startMs,
        end_ms: endMs,
        original: finding.original,
        suggested: finding.suggested,
        context_before: before,
        context_after: after,
        reason: finding.reason,
        fingerprint: finding.fingerprint,
      }
    })
  await tx
    .deleteFrom('suggestions')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('state', '=', 'open')
    .execute()
  if (rows.length > 0) {
    await tx
      .insertInto('suggestions')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'transcript_id', 'fingerprint'])
          .doUpdateSet((row) => ({
            state: 'open',
            line_version: row.ref('excluded.line_version'),
            edit: row.ref('excluded.edit'),
            start_ms: row.ref('excluded.start_ms'),
            end_ms: row.ref('excluded.end_ms'),
            // The same mistake in the same line may have been found at another place.
            context_before: row.ref('excluded.context_before'),
            context_after: row.ref('excluded.context_after'),
            group_id: null,
          }))
          // An approved suggestion that is found again was undone since, so it is open again. A dismissed one stays dismissed.
          .where('suggestions.state', '=', 'approved'),
      )
      .execute()
  }
  const languages = lines.flatMap(({ language }) =>
    isEnglish(language) || language === null ? [] : [language],
  )
  const values = { state, checkers, passed_over: checkers.includes('model') ? [] : [...new Set(languages)] }
  await tx
    .insertInto('transcript_checks')
    .values({ user_id: userId, id: transcriptId, story_id: storyId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

const suggestionsThatAre = (tx: Tx, { userId, transcriptId }: TranscriptKey, state: string) =>
  tx
    .selectFrom('suggestions')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('state', '=', state)
    .select(['fingerprint', 'group_id'])
    .execute()

/** The fingerprints of approved suggestions whose edits still stand: what they were about is no longer in the transcript. */
async function corrected(tx: Tx, key: TranscriptKey): Promise<Set<string>> {
  const approved = await suggestionsThatAre(tx, key, 'approved')
  const groups = [...new Set(approved.flatMap(({ group_id: group }) => group ?? []))]
  if (groups.length === 0) return new Set()
  const edits = await tx
    .selectFrom('transcript_edits')
    .where('user_id', '=', key.userId)
    .where('transcript_id', '=', key.transcriptId)
    .where('group_id', 'in', groups)
    .select(['group_id', 'version'])
    .execute()
  const undone = await undoneSince(tx, key, 0)
  const standing = new Set(edits.filter(({ version }) => !undone.has(version)).map((edit) => edit.group_id))
  const still = approved.filter(({ group_id: group }) => group !== null && standing.has(group))
  return new Set(still.map(({ fingerprint }) => fingerprint))
}

type Marked = Finding & { fingerprint: string }

/**
 * The findings in order of time, no two about the same words: of findings that overlap, the first in the list is kept. Equal
 * mistakes of a line are numbered. The numbers of those that were corrected stay theirs, so that the ones left keep their own.
 */
function distinct(findings: readonly Finding[], gone: ReadonlySet<string>): Marked[] {
  const seen = new Map<string, number>()
  const taken: Finding[] = []
  const marked = findings.flatMap((finding): Marked[] => {
    if (taken.some((other) => overlaps(finding, other))) return []
    taken.push(finding)
    const what = [finding.line.id, finding.edit.type, finding.original, finding.suggested]
      .map(plainWord)
      .join('|')
    let nth = (seen.get(what) ?? 0) + 1
    while (gone.has(sha256Of(`${what}|${nth}`))) nth += 1
    seen.set(what, nth)
    return [{ ...finding, fingerprint: sha256Of(`${what}|${nth}`) }]
  })
  return marked.sort((one, other) => one.line.startMs - other.line.startMs)
}

function overlaps(one: Finding, other: Finding): boolean {
  if (one.line.id !== other.line.id || one.edit.type !== other.edit.type) return false
  if (!one.place || !other.place) return true
  return one.place.from < other.place.to && other.place.from < one.place.to
}
