import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asksIn, languageOf } from '#contract/question-languages.ts'
import { type ProposalList, proposalList, type RestsOn, restsOn } from '#contract/story-proposals.ts'
import type { Tx } from '../../db/actor.ts'
import { type StoryKey, transcriptsOf } from './material.ts'

/** The proposals for a story, open and decided, each kind in its order; and the state of the reading they are from. */
export async function listProposals(tx: Tx, key: StoryKey): Promise<ProposalList> {
  const reading = await tx
    .selectFrom('story_readings')
    .where('user_id', '=', key.userId)
    .where('id', '=', key.storyId)
    .select(['state', 'failure', 'origin', 'model'])
    .select((row) => row.fn.coalesce('read_at', 'updated_at').as('readAt'))
    .select(['steps_done as stepsDone', 'steps_total as stepsTotal'])
    .executeTakeFirst()
  const transcripts = await transcriptsOf(tx, key).execute()
  const ranked = await someOfEachKind(tx, key)
  const present = await presentTranscripts(tx, key)
  const shown = (state: string) => ranked.filter((one) => one.state === state)
  const beyond = (state: string) => (shown(state)[0]?.inState ?? 0) - shown(state).length

  const { readAt, ...known } = reading ?? { ...unread, readAt: null }
  return proposalList.parse({
    ...known,
    hasWords: transcripts.some(({ line_count }) => line_count > 0),
    isOld:
      readAt !== null &&
      (transcripts.some(({ updated_at }) => updated_at > readAt) || (await restOnWhatIsGone(tx, key))),
    unaskedLanguage:
      transcripts
        .filter(({ line_count }) => line_count > 0)
        .map(({ language }) => languageOf(language))
        .find((language) => !asksIn(language)) ?? null,
    items: ranked.map((one) => ({ ...one, evidence: evidenceIn(present, restsOn.parse(one.evidence)) })),
    more: { open: beyond('open'), decided: beyond('accepted') + beyond('refused') },
  })
}

/**
 * Whether a proposal `p` may still be shown, though something that was told in its story may have been taken out since. What a
 * person accepted may. Otherwise a text made of several sentences may rest on nothing that is gone, as it could repeat it; a
 * word or a name has to be told somewhere yet.
 */
export const isStillTold = sql<boolean>`(p.state = 'accepted' or (
  select bool_and(told.here) is not false or (p.kind not in ('summary', 'title', 'question') and bool_or(told.here))
  from (
    select span ->> 'transcriptId' in (
      select t.id::text from public.transcripts t where t.user_id = p.user_id and t.story_id = p.story_id
    ) as here
    from jsonb_path_query(p.evidence, '$[*].spans[*]') span
  ) told
))`

async function restOnWhatIsGone(tx: Tx, { userId, storyId }: StoryKey): Promise<boolean> {
  const gone = await tx
    .selectFrom('story_proposals as p')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where(({ not }) => not(isStillTold))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return gone !== undefined
}

async function presentTranscripts(tx: Tx, { userId, storyId }: StoryKey): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The evidence without the sentences of which no place is left. */
function evidenceIn(present: ReadonlySet<string>, evidence: RestsOn): RestsOn {
  return evidence.flatMap(({ sentence, spans }) => {
    const left = spans.filter(({ transcriptId }) => present.has(transcriptId))
    return left.length > 0 || spans.length === 0 ? [{ sentence, spans: left }] : []
  })
}

/**
 * Returns how a row of an account's proposals reads outside it: as on the story's page, without the places that are gone; null for a
 * proposal that is not shown there any more.
 */
export async function proposalsAsTold(
  tx: Tx,
  userId: string,
): Promise<(row: Record<string, unknown>) => Record<string, unknown> | null> {
  const gone = await tx
    .selectFrom('story_proposals as p')
    .where('user_id', '=', userId)
    .where(({ not }) => not(isStillTold))
    .select('id')
    .execute()
  const untold = new Set(gone.map(({ id }) => id))
  const transcripts = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .select(['id', 'story_id'])
    .execute()
  const present = Map.groupBy(transcripts, ({ story_id }) => story_id)
  return (row) => {
    if (untold.has(String(row.id))) return null
    const rests = restsOn.safeParse(row.evidence)
    // What came with an archive may be of any form; it is no reason to keep back everything else.
    if (!rests.success) return row
    const here = new Set(present.get(String(row.story_id))?.map(({ id }) => id))
    return { ...row, evidence: evidenceIn(here, rests.data) }
  }
}

/**
 * For each state, the first proposal of every kind, then the second of every kind, until there are enough, so that many of one
 * kind do not crowd out the others. `inState` is how many there are of that state in all.
 */
function someOfEachKind(tx: Tx, { userId, storyId }: StoryKey) {
  const inKind = tx
    .selectFrom('story_proposals as p')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where(isStillTold)
    .select(['id', 'kind', 'origin', 'text', 'reworded', 'state', 'evidence', 'position'])
    .select(['transcript_id as transcriptId', 'start_ms as startMs', 'family_member_id as familyMemberId'])
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((rows) =>
          rows
            .partitionBy(['state', 'kind'])
            .orderBy('transcript_id')
            .orderBy('start_ms')
            .orderBy('position')
            .orderBy('id'),
        )
        .as('place'),
      fn
        .countAll<number>()
        .over((rows) => rows.partitionBy('state'))
        .as('inState'),
    ])
  const inTurn = tx
    .selectFrom(inKind.as('in_kind'))
    .selectAll()
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((rows) => rows.partitionBy('state').orderBy('place').orderBy('kind'))
        .as('turn'),
    )
  return tx
    .selectFrom(inTurn.as('in_turn'))
    .where('turn', '<=', limits.proposalsShown)
    .orderBy('kind')
    .orderBy('transcriptId')
    .orderBy('startMs')
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute()
}

const unread = {
  state: 'none',
  failure: null,
  origin: null,
  model: null,
  stepsDone: 0,
  stepsTotal: null,
}
