import { sql } from 'kysely'
import type { ReadingFailure } from '#contract/story-proposals.ts'
import { plainWord } from '#contract/transcript-words.ts'
import type { Tx } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import type { Draft } from './drafts.ts'
import type { Material, StoryKey } from './material.ts'

/** Chapters that begin closer together than this are the same chapter in other words. */
const SAME_CHAPTER_MS = 30_000

export type Reading = {
  origin: 'local' | 'model'
  model: string | null
  state: 'done' | 'failed'
  failure: ReadingFailure | null
  drafts: readonly Draft[]
}

/** Stores how far a reading is, which also marks it as under way. */
export async function keepProgress(tx: Tx, { userId, storyId }: StoryKey, done: number, total: number) {
  const steps = { state: 'waiting', steps_done: done, steps_total: total }
  await tx
    .insertInto('story_readings')
    .values({ user_id: userId, id: storyId, ...steps })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(steps))
    .execute()
}

/** Marks a reading as failed, with the reason where a model was asked; earlier proposals stay. */
export async function keepFailure(tx: Tx, key: StoryKey, failure: ReadingFailure | null): Promise<void> {
  await failed(tx, key, failure).execute()
}

/** Like `keepFailure`, but only while the reading is still waiting: a result that has come meanwhile stays. */
export async function giveUpWaiting(tx: Tx, key: StoryKey, failure: ReadingFailure | null): Promise<void> {
  await failed(tx, key, failure).where('state', '=', 'waiting').execute()
}

const failed = (tx: Tx, { userId, storyId }: StoryKey, failure: ReadingFailure | null) =>
  tx
    .updateTable('story_readings')
    .set({ state: 'failed', failure, steps_done: 0, steps_total: null })
    .where('user_id', '=', userId)
    .where('id', '=', storyId)

/** Replaces the open proposals by those of a new reading. What a person accepted or refused stays as it is. */
export async function keepDrafts(
  tx: Tx,
  { userId, storyId }: StoryKey,
  material: Material,
  { drafts, ...reading }: Reading,
): Promise<void> {
  const values = { ...reading, steps_done: 0, steps_total: null, read_at: material.readAt }
  // Written first, because it locks the row: a second reading of the story then waits here, and does not interfere further down.
  await tx
    .insertInto('story_readings')
    .values({ user_id: userId, id: storyId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute()
  const ofStory = tx
    .selectFrom('story_proposals')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
  const chapters = await ofStory
    .where('kind', '=', 'chapter')
    .where('state', '<>', 'open')
    .select(['transcript_id', 'start_ms'])
    .execute()
  await tx
    .deleteFrom('story_proposals')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('state', '=', 'open')
    .execute()

  const isDecided = ({ start }: Draft) =>
    chapters.some(
      ({ transcript_id, start_ms }) =>
        start?.transcriptId === transcript_id && Math.abs((start_ms ?? 0) - start.startMs) < SAME_CHAPTER_MS,
    )
  const rows = drafts
    .filter((draft) => !says(material, draft) && !isDecided(draft))
    .map((draft, position) => ({
      user_id: userId,
      story_id: storyId,
      kind: draft.kind,
      origin: reading.origin,
      text: draft.text,
      machine_text: draft.text,
      evidence: JSON.stringify(draft.evidence),
      transcript_id: draft.start?.transcriptId ?? null,
      start_ms: draft.start?.startMs ?? null,
      family_member_id: draft.familyMemberId ?? null,
      fingerprint: fingerprintOf(draft),
      position,
    }))
  if (rows.length === 0) return
  await tx
    .insertInto('story_proposals')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'story_id', 'fingerprint']).doNothing())
    .execute()
}

/** Whether the story has this title or tag already. */
function says({ title, tags }: Material, { kind, text }: Draft): boolean {
  const isSame = (other: string) => plainWord(other) === plainWord(text)
  return (kind === 'title' && isSame(title)) || (kind === 'tag' && tags.some(isSame))
}

/** The fingerprint by which a proposal counts as the same one when the story is read again. */
function fingerprintOf({ kind, text, start, familyMemberId }: Draft): string {
  const what = [kind, familyMemberId ?? plainWord(text), start?.transcriptId, start?.startMs]
  return sha256Of(what.join('|'))
}
