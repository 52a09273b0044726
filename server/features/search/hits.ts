import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import type { Term } from './query.ts'

/**
 * A hit with its words. The keys come from a database function that bypasses the policies; the words are read under the
 * policies, so that nobody is shown what they may not see.
 */
export type HitRow = {
  kind: string
  ownerId: string
  sourceId: string
  piece: number
  storyId: string
  storyScore: number | null
  storyHits: number | null
  said: string
  language: string | null
  recordingId: string | null
  atMs: number | null
  title: string | null
  method: string | null
  date: string | null
  duration: number | null
  speakers: string[] | null
  relationship: string | null
  /** The name of the owner who shares a person with the one who searches; null for a person of their own family. */
  sharedBy: string | null
  category: string | null
}

export type AfterStory = { score: number; storyId: string }

/** The best stories with their best places, and on the first page people, prompts and storybooks, in a single query. */
export async function findHits(
  tx: Tx,
  question: { terms: readonly Term[]; spread: boolean; limit: number; after: AfterStory | null },
): Promise<HitRow[]> {
  const asked = JSON.stringify(question.terms)
  const { rows } = await sql<HitRow>`
    select h.kind, h.user_id as "ownerId", h.source_id as "sourceId", h.piece, h.story_id as "storyId",
      h.story_score as "storyScore", h.story_hits as "storyHits", said.text as said,
      e.language, e.recording_id as "recordingId", e.at_ms as "atMs",
      s.title, s.method, s.date, s.duration, s.speakers, m.relationship, p.category,
      a.owner_name as "sharedBy"
    from app.search_hits(
      ${asked}::jsonb, ${question.spread}::boolean, ${question.limit}::integer,
      ${question.after?.score ?? null}::float8, ${question.after?.storyId ?? null}::uuid
    ) h
    join public.search_entries e
      on e.user_id = h.user_id and e.kind = h.kind and e.source_id = h.source_id and e.piece = h.piece
    left join public.stories s on s.user_id = h.user_id and s.id = h.story_id
    left join public.family_members m on h.kind = 'person' and m.user_id = h.user_id and m.id = h.source_id
    left join public.shared_access a on h.kind = 'person' and a.user_id = h.user_id and a.resource_id = h.source_id
      and a.resource_type = 'family_member' and a.shared_with_user_id = (select auth.uid())
    left join public.storybooks b on h.kind = 'storybook' and b.user_id = h.user_id and b.id = h.source_id
    left join public.prompts p on h.kind = 'prompt' and p.id = h.source_id
    cross join lateral (
      select case h.kind when 'person' then concat_ws(' ', m.first_name, nullif(m.last_name, m.first_name)) when 'prompt' then p.text
        when 'storybook' then b.title else e.text end
    ) said (text)
    -- What the policies keep from this person has no words.
    where said.text is not null
    order by h.story_score desc nulls last, h.story_id desc, h.kind, h.place
  `.execute(tx)
  return rows
}

/** For each of the words the most similar name that the person may find, unless the word is that name itself. */
export async function similarNames(tx: Tx, words: string[]): Promise<{ typed: string; name: string }[]> {
  if (words.length === 0) return []
  const { rows } = await sql<{ typed: string; name: string }>`
    select word as typed, name from app.similar_names(${words}::text[])
  `.execute(tx)
  return rows.filter(({ typed, name }) => typed !== name)
}
