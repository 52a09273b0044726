import { asksIn, languageOf } from '#contract/question-languages.ts'
import { type ProposalList, proposalList } from '#contract/story-proposals.ts'
import type { Tx } from '../../db/actor.ts'
import { type StoryKey, transcriptsOf } from './material.ts'

const PROPOSALS_MAX = 500

/** What a story seems to be about, with what was decided of it, each kind in its order. */
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
  const items = await tx
    .selectFrom('story_proposals')
    .where('user_id', '=', key.userId)
    .where('story_id', '=', key.storyId)
    .orderBy('kind')
    .orderBy('transcript_id')
    .orderBy('start_ms')
    .orderBy('position')
    .orderBy('id')
    .limit(PROPOSALS_MAX)
    .select(['id', 'kind', 'origin', 'text', 'reworded', 'state', 'evidence'])
    .select(['transcript_id as transcriptId', 'start_ms as startMs', 'family_member_id as familyMemberId'])
    .execute()

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
    items,
  })
}

const unread = {
  state: 'none',
  failure: null,
  origin: null,
  model: null,
  stepsDone: 0,
  stepsTotal: null,
}
