import { sql } from 'kysely'
import { z } from 'zod'
import { type WaitingThing, waitingThing } from '#contract/waiting.ts'
import type { Tx } from '../../db/actor.ts'
import { isStillTold } from '../story-proposals/story-proposals.ts'
import { countSuggestions } from '../suggestions/suggestions.ts'
import { shownQuestion } from '../weekly-questions/weekly-questions.ts'

/** In how many stories, newest first, a suggestion or proposal is looked for that still fits; the others are open until the next look. */
const STORIES_LOOKED_AT = 5

/**
 * What a person began and may continue, the newest of each kind, in their own stories outside the trash. A recording or
 * upload that received something in the last ten minutes is still under way, so it is not listed.
 * Of several tracks of one talk only the first one's suggestions count: no page shows those of the others. Nor does one show the
 * proposals of a story of which no words are left, nor those that rest on what was taken out of it.
 */
export async function getWaiting(tx: Tx, userId: string): Promise<WaitingThing[]> {
  const { rows } = await sql<{ thing: unknown }>`
    with own as (
      select id, title from public.stories where user_id = ${userId} and deleted_at is null
    )
    (select json_build_object('kind', 'question', 'promptId', q.id, 'text', q.text) as thing
      from public.weekly_question_mails m
      join public.prompts q on q.id = ${shownQuestion}
      where m.user_id = ${userId} and m.sent_at > now() - interval '7 days' and not exists (
        select from public.prompt_asks a
        where a.user_id = m.user_id and a.prompt_id in (m.prompt_id, m.instead_id) and a.asked_at >= m.sent_at
      ) and not exists (
        select from public.weekly_question_mails newer where newer.user_id = m.user_id and newer.sent_at > m.sent_at
      )
      order by m.sent_at desc limit 1)
    union all
    (select json_build_object('kind', 'recording', 'storyId', own.id, 'title', own.title, 'startedAt', r.started_at)
      from public.recordings r join own on own.id = r.story_id
      where r.user_id = ${userId} and r.state in ('receiving', 'damaged')
        and r.updated_at < now() - interval '10 minutes'
      order by r.started_at desc limit 1)
    union all
    (select json_build_object('kind', 'upload', 'storyId', own.id, 'title', own.title, 'fileName', u.file_name,
        'receivedBytes', u.byte_offset, 'sizeBytes', u.size_bytes)
      from public.uploads u join own on own.id = u.story_id
      where u.user_id = ${userId} and u.state = 'receiving' and u.expires_at > now()
        and u.updated_at < now() - interval '10 minutes'
      order by u.created_at desc limit 1)
    union all
    (select json_build_object('kind', 'suggestions', 'storyId', own.id, 'title', own.title, 'count', count(*),
        'transcriptIds', json_agg(distinct s.transcript_id))
      from public.suggestions s join own on own.id = s.story_id
      left join public.recordings r on r.user_id = s.user_id and r.id = s.transcript_id
      where s.user_id = ${userId} and s.state = 'open' and coalesce(r.track_group, r.id) is not distinct from r.id
      group by own.id, own.title order by max(s.created_at) desc limit ${STORIES_LOOKED_AT})
    union all
    (select json_build_object('kind', 'proposals', 'storyId', newest.id, 'title', newest.title, 'count', told.count)
      from (
        select own.id, own.title, max(p.created_at) as at
        from public.story_proposals p join own on own.id = p.story_id
        where p.user_id = ${userId} and p.state = 'open' and exists (
          select from public.transcripts t
          where t.user_id = p.user_id and t.story_id = p.story_id and t.line_count > 0
        )
        group by own.id, own.title order by at desc limit ${STORIES_LOOKED_AT}
      ) as newest
      cross join lateral (
        select count(*) from public.story_proposals p
        where p.user_id = ${userId} and p.story_id = newest.id and p.state = 'open' and ${isStillTold}
      ) as told
      where told.count > 0 order by newest.at desc limit 1)`.execute(tx)
  const things: WaitingThing[] = []
  for (const { thing } of rows) {
    const known = waitingThing.parse(thing)
    if (known.kind !== 'suggestions') things.push(known)
    else if (things.every(({ kind }) => kind !== 'suggestions')) {
      const count = await countFitting(tx, userId, heard.parse(thing).transcriptIds)
      if (count > 0) things.push({ ...known, count })
    }
  }
  return things
}

const heard = z.object({ transcriptIds: z.array(z.string()) })

async function countFitting(tx: Tx, userId: string, transcriptIds: readonly string[]): Promise<number> {
  let count = 0
  for (const transcriptId of transcriptIds) count += await countSuggestions(tx, { userId, transcriptId })
  return count
}
