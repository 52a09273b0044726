import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { type ProposalDecision, type ProposalKind, proposalText } from '#contract/story-proposals.ts'
import { plainWord } from '#contract/transcript-words.ts'
import type { Tx } from '../../db/actor.ts'
import type { StoryProposals } from '../../db/tables.generated.ts'
import { hasCode } from '../../error-code.ts'
import { codeError } from '../../errors.ts'
import { requireMember } from '../family-members/family-members.ts'
import { createPrompt, deletePrompt, lockLibrary, updatePrompt } from '../prompts/prompts.ts'
import type { StoryKey } from './material.ts'

type Row = Selectable<StoryProposals>
type Decision = Pick<ProposalDecision, 'ids' | 'decision' | 'text' | 'was' | 'familyMemberId'>

/** The `replaced` of an accepted tag that the story had already: taking the acceptance back must not remove that tag. */
const WAS_THERE = 'was there'

/**
 * Decides about proposals. A title, a tag, a summary or a question that is accepted takes effect in the same transaction; a new
 * decision first takes back what the earlier one did. Of several, those that there is no room for stay as they are.
 *
 * @throws NOT_FOUND, BAD_REQUEST where the story cannot take the text, LIMIT_REACHED where there is room for none, CONFLICT where
 *   the text to reword is by now neither `was` nor the new text
 */
export async function decide(tx: Tx, key: StoryKey, personId: string, decision: Decision): Promise<void> {
  const { ids, familyMemberId } = decision
  await lockStory(tx, key)
  const proposals = tx
    .selectFrom('story_proposals')
    .selectAll()
    .where('user_id', '=', key.userId)
    .where('story_id', '=', key.storyId)
  const rows = await proposals.where('id', 'in', ids).orderBy('position').forUpdate().execute()
  if (rows.length < new Set(ids).size) throw codeError('NOT_FOUND')
  if (familyMemberId) await requireMember(tx, key.userId, familyMemberId)

  let withoutRoom = 0
  for (const { id } of rows) {
    // Read again, because the decision about the proposal before may have changed the state or `replaced` of this one.
    const row = await proposals.where('id', '=', id).executeTakeFirstOrThrow()
    try {
      await decideOne(tx, key, personId, row, decision)
    } catch (error) {
      if (!hasCode(error, 'LIMIT_REACHED')) throw error
      withoutRoom += 1
    }
  }
  if (withoutRoom === rows.length) throw codeError('LIMIT_REACHED')
}

async function decideOne(
  tx: Tx,
  key: StoryKey,
  personId: string,
  row: Row,
  { decision, text, was, familyMemberId }: Decision,
): Promise<void> {
  if (was !== undefined && row.text !== was && row.text !== text) throw codeError('CONFLICT')
  const worded = wordedBy(row, decision, text)
  const replaced = await carryOut(tx, key, personId, row, { decision, worded })
  await tx
    .updateTable('story_proposals')
    .set({
      state: decision,
      text: worded,
      reworded: worded !== row.machine_text,
      replaced,
      ...(familyMemberId === undefined ? {} : { family_member_id: familyMemberId }),
      decided_by: decision === 'open' ? null : personId,
      decided_at: decision === 'open' ? null : sql<Date>`now()`,
    })
    .where('user_id', '=', key.userId)
    .where('id', '=', row.id)
    .execute()
}

/** @returns what taking it back will need, as `takeEffect` does; null where nothing takes effect */
async function carryOut(
  tx: Tx,
  key: StoryKey,
  personId: string,
  row: Row,
  { decision, worded }: { decision: Decision['decision']; worded: string },
): Promise<string | null> {
  if (decision === 'accepted' && (await staysPrompt(tx, personId, row, worded))) return row.replaced

  if (row.state === 'accepted') await takeBack(tx, key, personId, row)
  return decision === 'accepted' ? takeEffect(tx, key, personId, { ...row, text: worded }) : null
}

function wordedBy(row: Row, decision: Decision['decision'], text: string | undefined): string {
  if (decision === 'open') return row.machine_text
  return decision === 'accepted' ? (text ?? row.text) : row.text
}

/** A model's text may be longer than the field that it would go into allows. @throws BAD_REQUEST */
function requireFitting(kind: ProposalKind, text: string): void {
  if (!proposalText[kind].safeParse(text).success) throw codeError('BAD_REQUEST')
}

/** @returns what taking it back will need: the former title, `WAS_THERE`, or the id of the former summary or the new prompt */
async function takeEffect(tx: Tx, key: StoryKey, personId: string, row: Row): Promise<string | null> {
  switch (row.kind) {
    case 'title': {
      requireFitting('title', row.text)
      const { title } = await storyOf(tx, key)
      await changeStory(tx, key, { title: row.text })
      return title
    }
    case 'tag': {
      requireFitting('tag', row.text)
      const { tags } = await storyOf(tx, key)
      if (tags.some((tag) => plainWord(tag) === plainWord(row.text))) return WAS_THERE
      if (tags.length >= limits.tagsPerStory) throw codeError('LIMIT_REACHED')
      await changeStory(tx, key, { tags: [...tags, row.text] })
      return null
    }
    case 'summary':
      return putSummaryAside(tx, key, row.id)
    case 'question':
      requireFitting('question', row.text)
      return addToPrompts(tx, personId, row.text)
    default:
      return null
  }
}

/** Undoes what an acceptance did, where nobody has changed it since. */
async function takeBack(
  tx: Tx,
  key: StoryKey,
  personId: string,
  { id, kind, text, replaced }: Row,
): Promise<void> {
  if (kind === 'title' && replaced !== null) {
    const { title } = await storyOf(tx, key)
    if (title === text) await changeStory(tx, key, { title: replaced })
    else await passOn(tx, key, { text, replaced })
  }
  if (kind === 'tag' && replaced !== WAS_THERE) {
    const { tags } = await storyOf(tx, key)
    await changeStory(tx, key, { tags: tags.filter((tag) => tag !== text) })
  }
  if (kind === 'summary' && replaced !== null) {
    await setState(tx, key, replaced, 'refused', 'accepted')
  }
  if (kind === 'question' && replaced !== null) await takeFromPrompts(tx, personId, { id, replaced, text })
}

/** When a title is taken back after a later one replaced it, the later one is given the title before both to fall back to. */
async function passOn(
  tx: Tx,
  { userId, storyId }: StoryKey,
  { text, replaced }: Pick<Row, 'text' | 'replaced'>,
) {
  await tx
    .updateTable('story_proposals')
    .set({ replaced })
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('kind', '=', 'title')
    .where('state', '=', 'accepted')
    .where('replaced', '=', text)
    .execute()
}

/** Adds an accepted question to the prompts of the person who accepted it. @returns the prompt's id; null where it was one already */
async function addToPrompts(tx: Tx, personId: string, text: string): Promise<string | null> {
  await lockLibrary(tx, personId)
  const known = tx.selectFrom('prompts').where('user_id', '=', personId).where('text', '=', text)
  if (await known.select('id').executeTakeFirst()) return null
  const { id } = await createPrompt(tx, personId, { id: uuidv7(), text, category: 'General' })
  return id
}

/**
 * Gives the prompt that a question has become for this person other words, if they accept it in others. It stays the same prompt,
 * because playlists may hold it by now.
 * @returns false where they have no such prompt, or have worded it anew themselves
 */
async function staysPrompt(tx: Tx, personId: string, row: Row, worded: string): Promise<boolean> {
  const { kind, state, replaced } = row
  if (kind !== 'question' || state !== 'accepted' || replaced === null) return false
  const prompt = await tx
    .selectFrom('prompts')
    .where('user_id', '=', personId)
    .where('id', '=', replaced)
    .select(['id', 'text', 'category', 'version'])
    .executeTakeFirst()
  if (!prompt) return false
  // Accepted once more: its first answer was lost, say.
  if (worded === row.text) return true
  if (prompt.text !== row.text) return false

  requireFitting('question', worded)
  await updatePrompt(tx, { ...prompt, text: worded })
  return true
}

/**
 * Removes that prompt again, unless it was reworded, put into a playlist, asked or published since, the person has accepted the same
 * question elsewhere, or it belongs to another person who may change the story.
 */
async function takeFromPrompts(
  tx: Tx,
  personId: string,
  { id, replaced, text }: { id: string; replaced: string; text: string },
): Promise<void> {
  await lockLibrary(tx, personId)
  // The same question of another story has been accepted, too: from now on the prompt is that one's.
  const heirs = await tx
    .updateTable('story_proposals')
    .set({ replaced })
    .where('user_id', '=', personId)
    .where('id', '<>', id)
    .where('kind', '=', 'question')
    .where('state', '=', 'accepted')
    .where('decided_by', '=', personId)
    .where('text', '=', text)
    .where('replaced', 'is', null)
    .returning('id')
    .execute()
  if (heirs.length > 0) return

  const listed = tx.selectFrom('playlist_prompts').where('prompt_id', '=', replaced).select('prompt_id')
  const asked = tx.selectFrom('prompt_asks').where('prompt_id', '=', replaced).select('prompt_id')
  const prompt = await tx
    .selectFrom('prompts')
    .where('user_id', '=', personId)
    .where('id', '=', replaced)
    .where('text', '=', text)
    .where('published_at', 'is', null)
    .where(({ exists, not }) => not(exists(listed)))
    .where(({ exists, not }) => not(exists(asked)))
    .select('id')
    .executeTakeFirst()
  if (prompt) await deletePrompt(tx, personId, replaced)
}

/** Refuses the summary that was accepted before, because a story has only one. @returns its id */
async function putSummaryAside(tx: Tx, key: StoryKey, besides: string): Promise<string | null> {
  const before = await tx
    .selectFrom('story_proposals')
    .where('user_id', '=', key.userId)
    .where('story_id', '=', key.storyId)
    .where('kind', '=', 'summary')
    .where('state', '=', 'accepted')
    .where('id', '<>', besides)
    .select('id')
    .executeTakeFirst()
  if (!before) return null
  await setState(tx, key, before.id, 'accepted', 'refused')
  return before.id
}

async function setState(tx: Tx, { userId }: StoryKey, id: string, from: Row['state'], to: Row['state']) {
  await tx
    .updateTable('story_proposals')
    .set({ state: to })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()
}

async function lockStory(tx: Tx, { userId, storyId }: StoryKey): Promise<void> {
  await tx
    .selectFrom('stories')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
}

const storyOf = (tx: Tx, { userId, storyId }: StoryKey) =>
  tx
    .selectFrom('stories')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .select(['title', 'tags'])
    .executeTakeFirstOrThrow()

async function changeStory(
  tx: Tx,
  { userId, storyId }: StoryKey,
  change: { title?: string; tags?: string[] },
): Promise<void> {
  await tx
    .updateTable('stories')
    .set({ ...change, updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .execute()
}
