import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { PersonStory } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'
import { readCursor, writeCursor } from '../../db/cursor.ts'
import { afterCursor, createdAtText, type Page, toPage } from '../../db/page.ts'

const STORIES_PER_PAGE = 100

/** Where the pages of the two lists ended; null where the list did. */
const places = z.tuple([z.string().nullable(), z.string().nullable()])

type StoriesOfPerson = { told: PersonStory[]; mentioned: PersonStory[]; nextCursor: string | null }

/**
 * A page of the stories that a person tells, found by their name as a speaker, and of those in which their name occurs. The
 * database's policies leave out the stories that the asking person may not see.
 */
export async function storiesOfPerson(
  tx: Tx,
  ownerId: string,
  person: { firstName: string; lastName: string },
  cursor: string | undefined,
): Promise<StoriesOfPerson> {
  const spoken = nameOfPerson(person.firstName, person.lastName)
  if (spoken === '') return { told: [], mentioned: [], nextCursor: null }
  const names = namesAsSpeaker(person)
  const tells = sql<SqlBool>`stories.speakers && ${names}::text[]`
  const mentions = sql<SqlBool>`not ${tells} and ${isMentioned(ownerId, spoken)}`
  const [toldUntil, mentionedUntil] = cursor === undefined ? [] : readCursor(places, cursor)
  const told = await storiesWhere(tx, ownerId, tells, toldUntil)
  const mentioned = await storiesWhere(tx, ownerId, mentions, mentionedUntil)
  const next = [told.nextCursor, mentioned.nextCursor]
  return {
    told: told.items,
    mentioned: mentioned.items,
    nextCursor: next.some((place) => place !== null) ? writeCursor(next) : null,
  }
}

async function storiesWhere(
  tx: Tx,
  userId: string,
  condition: ReturnType<typeof sql<SqlBool>>,
  cursor: string | null | undefined,
): Promise<Page<PersonStory>> {
  if (cursor === null) return { items: [], nextCursor: null }
  const rows = await tx
    .selectFrom('stories')
    .select(['id', 'title', 'description', 'duration', 'date', 'created_at', createdAtText.as('ordered_at')])
    .where('stories.user_id', '=', userId)
    .where('stories.deleted_at', 'is', null)
    .where(condition)
    .where(afterCursor(cursor))
    .orderBy('stories.created_at', 'desc')
    .orderBy('stories.id', 'desc')
    .limit(STORIES_PER_PAGE + 1)
    .execute()
  return toPage(rows, STORIES_PER_PAGE, ({ created_at, ordered_at, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
  }))
}

/** A name as it is spoken: a speaker whose name is a single word has that word as first and as last name. */
export const nameOfPerson = (firstName: string, lastName: string): string =>
  firstName === lastName ? firstName : `${firstName} ${lastName}`.trim()

/** The names by which a person is found as a speaker: with a single name also that name twice. */
export const namesAsSpeaker = ({ firstName, lastName }: Named): string[] => [
  ...new Set([`${firstName} ${lastName}`.trim(), nameOfPerson(firstName, lastName)]),
]

export type Named = { firstName: string; lastName: string }

export type PersonOfStory = { personId: string; storyId: string }

/** Everybody with a name who tells one of these stories or is mentioned in it, by the same rules as `storiesOfPerson`. */
export async function peopleOfStories(tx: Tx, userId: string, storyIds: string[]): Promise<PersonOfStory[]> {
  if (storyIds.length === 0) return []
  const { rows } = await sql<PersonOfStory>`
    with person as (
      select m.id, btrim(m.first_name || ' ' || m.last_name) as name,
        case when m.first_name = m.last_name then m.first_name else btrim(m.first_name || ' ' || m.last_name) end as spoken
      from family_members m
      where m.user_id = ${userId}::uuid and m.first_name || m.last_name <> ''
    )
    select p.id as "personId", s.id as "storyId"
    from stories s cross join unnest(s.speakers) speaker join person p on speaker in (p.name, p.spoken)
    where s.user_id = ${userId}::uuid and s.deleted_at is null and s.id = any(${storyIds})
    union
    select p.id, e.story_id
    from person p cross join lateral (
      select string_agg(quote_literal(app.search_mark(${userId}::uuid) || word), ' <-> ')::tsquery as query
      from unnest(string_to_array(app.search_words(p.spoken), ' ')) word
    ) asked
    join search_entries e on e.user_id = ${userId}::uuid and e.search @@ asked.query
    join stories s on s.user_id = e.user_id and s.id = e.story_id and s.deleted_at is null
    where e.story_id = any(${storyIds})
    order by 2, 1`.execute(tx)
  return rows
}

/** Whether search finds a name, its words in order, in what belongs to a story: title, notes, comments, transcripts. */
function isMentioned(userId: string, name: string) {
  return sql<SqlBool>`stories.id in (
    select e.story_id from search_entries e
    where e.user_id = ${userId}::uuid and e.search @@ (
      select string_agg(quote_literal(app.search_mark(${userId}::uuid) || word), ' <-> ')::tsquery
      from unnest(string_to_array(app.search_words(${name}), ' ')) word
    )
  )`
}
