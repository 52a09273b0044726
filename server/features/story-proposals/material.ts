import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { type Sentence, sentencesOf, type ToldLine } from '../../told/sentences.ts'
import { loadVocabulary } from '../../told/vocabulary.ts'
import { lineOfRow, linesOf, transcriptsOfStory } from '../transcripts/transcripts.ts'
import type { Known } from './local-reading.ts'

/** About a day of talk; lines beyond it are not read. */
const LINES_MAX = 20_000

export type StoryKey = { userId: string; storyId: string }
export type Material = { readAt: Date; title: string; tags: string[]; sentences: Sentence[]; known: Known }

/** The sentences of a story, and what is known of it and its family beforehand; null for a story in the trash or gone. */
export async function loadMaterial(tx: Tx, { userId, storyId }: StoryKey): Promise<Material | null> {
  const story = await tx
    .selectFrom('stories')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .where('deleted_at', 'is', null)
    .select(['title', 'tags', 'location', sql<Date>`now()`.as('readAt')])
    .executeTakeFirst()
  if (!story) return null

  const family = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .select(['place_of_birth', 'current_location'])
    .execute()
  const lines = await loadLines(tx, { userId, storyId })
  const places = family.flatMap((member) => [member.place_of_birth, member.current_location])
  return {
    readAt: story.readAt,
    title: story.title,
    tags: story.tags,
    sentences: sentencesOf(lines, await loadVocabulary(tx, lines)),
    known: { family, places: [story.location, ...places] },
  }
}

async function loadLines(tx: Tx, key: StoryKey): Promise<ToldLine[]> {
  const lines: ToldLine[] = []
  for (const { id } of await transcriptsOf(tx, key).execute()) {
    const rows = await linesOf(tx, { userId: key.userId, transcriptId: id })
      .orderBy('position')
      .limit(LINES_MAX - lines.length)
      .execute()
    lines.push(...rows.map((row) => ({ ...lineOfRow(row), transcriptId: id })))
    if (lines.length >= LINES_MAX) break
  }
  return lines
}

export const transcriptsOf = (tx: Tx, key: StoryKey) =>
  transcriptsOfStory(tx, key).select([
    'transcripts.id',
    'transcripts.line_count',
    'transcripts.updated_at',
    'transcripts.language',
  ])
