import { type SqlBool, sql } from 'kysely'
import type { PersonStory } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'

const STORIES_MAX = 100

/**
 * The stories somebody tells, by the name they speak under, and those their name is heard or read in. Whoever asks is
 * told of those they may see: the policies leave out the others.
 */
export async function storiesOfPerson(
  tx: Tx,
  ownerId: string,
  person: { firstName: string; lastName: string },
): Promise<{ told: PersonStory[]; mentioned: PersonStory[] }> {
  const name = `${person.firstName} ${person.lastName}`.trim()
  if (name === '') return { told: [], mentioned: [] }
  // A speaker of a single word is first and last name at once.
  const names = person.firstName === person.lastName ? [name, person.firstName] : [name]
  const tells = sql<SqlBool>`stories.speakers && ${names}::text[]`
  const spoken = names.at(-1) ?? name
  return {
    told: await storiesWhere(tx, ownerId, tells),
    mentioned: await storiesWhere(
      tx,
      ownerId,
      sql<SqlBool>`not ${tells} and ${isMentioned(ownerId, spoken)}`,
    ),
  }
}

async function storiesWhere(
  tx: Tx,
  userId: string,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<PersonStory[]> {
  const rows = await tx
    .selectFrom('stories')
    .select(['id', 'title', 'description', 'duration', 'created_at'])
    .where('stories.user_id', '=', userId)
    .where('stories.deleted_at', 'is', null)
    .where(condition)
    .orderBy('stories.created_at', 'desc')
    .limit(STORIES_MAX)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }))
}

/** Wherever a story's own words are found by search: title, notes, comments, transcripts. The name's words in their order. */
function isMentioned(userId: string, name: string) {
  return sql<SqlBool>`stories.id in (
    select e.story_id from search_entries e
    where e.user_id = ${userId}::uuid and e.search @@ (
      select string_agg(quote_literal(app.search_mark(${userId}::uuid) || word), ' <-> ')::tsquery
      from unnest(string_to_array(app.search_words(${name}), ' ')) word
    )
  )`
}
