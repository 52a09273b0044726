import { limits } from '#contract/limits.ts'
import { asksIn, languageOf } from '#contract/question-languages.ts'
import { type ProposalList, proposalList } from '#contract/story-proposals.ts'
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
  const shown = (state: string) => ranked.filter((one) => one.state === state)
  const beyond = (state: string) => (shown(state)[0]?.inState ?? 0) - shown(state).length

  const { readAt, ...known } = reading ?? { ...unread, readAt: null }
  return proposalList.parse({
    ...known,
    hasWords: transcripts.some(({ line_count }) => line_count > 0),
    isOld: readAt !== null && transcripts.some(({ updated_at }) => updated_at > readAt),
    unaskedLanguage:
      transcripts
        .filter(({ line_count }) => line_count > 0)
        .map(({ language }) => languageOf(language))
        .find((language) => !asksIn(language)) ?? null,
    items: ranked,
    more: { open: beyond('open'), decided: beyond('accepted') + beyond('refused') },
  })
}

/**
 * For each state, the first proposal of every kind, then the second of every kind, until there are enough, so that many of one
 * kind do not crowd out the others. `inState` is how many there are of that state in all.
 */
function someOfEachKind(tx: Tx, { userId, storyId }: StoryKey) {
  const inKind = tx
    .selectFrom('story_proposals')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
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
