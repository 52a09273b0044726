import { sql } from 'kysely'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { FoundPlace, SearchAnswer } from '#contract/search.ts'
import type { Tx } from '../../db/actor.ts'
import { integer, readCursor, writeCursor } from '../../db/cursor.ts'
import { codeError } from '../../errors.ts'
import { similarNames } from './hits.ts'
import { markerOf } from './marked-text.ts'
import { foundPlace } from './present.ts'
import { possibleNames, readQuery, withNames } from './query.ts'

const place = z.tuple([z.uuid(), integer, z.uuid(), integer])
type Place = z.infer<typeof place>
const NOWHERE = '00000000-0000-0000-0000-000000000000'
const BEFORE_ALL: Place = [NOWHERE, -1, NOWHERE, -1]

type PlaceRow = {
  kind: string
  sourceId: string
  piece: number
  said: string
  language: string | null
  recordingId: string | null
  atMs: number | null
}

/**
 * The places in one story in which a term of the search occurs, in the story's order, a page at a time.
 * @throws NOT_FOUND for a story that the person may not see.
 */
export async function findInStory(
  tx: Tx,
  question: { id: string; q: string; matching: SearchAnswer['matching']; cursor?: string | undefined },
): Promise<{ places: FoundPlace[]; nextCursor: string | null }> {
  const { id, q, matching, cursor } = question
  const story = await sql<{ ownerId: string }>`
    select f.owner_id as "ownerId"
    from app.findable() f join public.stories s on s.user_id = f.owner_id and s.id = f.story_id
    where f.story_id = ${id}::uuid
  `.execute(tx)
  const ownerId = story.rows[0]?.ownerId
  if (ownerId === undefined) throw codeError('NOT_FOUND')

  const typed = readQuery(q)
  const terms =
    matching === 'similar' ? withNames(typed, await similarNames(tx, possibleNames(typed))) : typed
  const asked = JSON.stringify(terms)
  const [recordingId, atMs, sourceId, piece] = cursor === undefined ? BEFORE_ALL : readCursor(place, cursor)
  const { rows } = await sql<PlaceRow>`
    select h.kind, h.source_id as "sourceId", h.piece, e.text as said, h.recording_id as "recordingId",
      h.at_ms as "atMs", e.language
    from app.search_hits_in_story(
      ${asked}::jsonb, ${ownerId}::uuid, ${id}::uuid, ${limits.foundPlaces + 1}::integer,
      ${recordingId}::uuid, ${atMs}::integer, ${sourceId}::uuid, ${piece}::integer
    ) h
    join public.search_entries e
      on e.user_id = h.user_id and e.kind = h.kind and e.source_id = h.source_id and e.piece = h.piece
    order by coalesce(h.recording_id, ${NOWHERE}::uuid), coalesce(h.at_ms, 0), h.source_id, h.piece
  `.execute(tx)

  const shown = rows.slice(0, limits.foundPlaces)
  const last = shown.at(-1)
  const mark = await markerOf(tx, terms, shown)
  return {
    places: shown.flatMap((row) => foundPlace(row, mark) ?? []),
    nextCursor:
      last && rows.length > shown.length
        ? writeCursor([last.recordingId ?? NOWHERE, last.atMs ?? 0, last.sourceId, last.piece])
        : null,
  }
}
