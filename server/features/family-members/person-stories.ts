import { type SqlBool, sql } from 'kysely'
import type { PersonStory } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'

const STORIES_MAX = 100

/** The stories somebody tells, by the name they speak under, and those their name is heard or read in. */
export async function storiesOfPerson(
  tx: Tx,
  userId: string,
  person: { firstName: string; lastName: string },
): Promise<{ told: PersonStory[]; mentioned: PersonStory[] }> {
  const name = `${person.firstName} ${person.lastName}`.trim()
  if (name === '') return { told: [], mentioned: [] }
  // A speaker of a single word is first and last name at once.
  const names = person.firstName === person.lastName ? [name, person.firstName] : [name]
  const tells = sql<SqlBool>`stories.speakers && ${names}::text[]`
  const spoken = names.at(-1) ?? name
  return {
    told: await storiesWhere(tx, userId, tells),
    mentioned: await storiesWhere(tx, userId, sql<SqlBool>`not ${tells} and ${isMentioned(spoken)}`),
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

/** In the title, the text around it, a note, or a transcript: the last is found by its index, words in order. */
function isMentioned(name: string) {
  const pattern = `%${name.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(
    stories.title ilike ${pattern} or stories.description ilike ${pattern} or stories.context ilike ${pattern}
    or exists (
      select from story_notes n where n.user_id = stories.user_id and n.story_id = stories.id and n.text ilike ${pattern}
    )
    or stories.id in (
      select l.story_id from transcript_lines l
      where l.user_id = stories.user_id and l.search @@ (
        phraseto_tsquery('simple', app.plain_text(${name})) || phraseto_tsquery('english', app.plain_text(${name}))
      )
    )
  )`
}
