import type { Tx } from '../../db/actor.ts'
import type { SpeechContext } from '../../speech/recognise-piece.ts'
import { nameOfPerson } from '../family-members/family-members.ts'
import type { TranscriptKey } from './line-rows.ts'

/** Engines accept few hints, so the most important ones come first. */
const HINTS_MAX = 100

export type ListeningContext = {
  storageKey: string
  /** The size of the original, which grows where a device goes on with a recording that the server had ended. */
  originalBytes: number
  isCut: boolean
  speech: SpeechContext
  /** The speaker's name where the story names only one; null where it names several or none. */
  onlyTeller: string | null
}

/**
 * The file to recognise, and the names likely to be said in it (see `hintsOf`). The playback copy is preferred to the
 * original, because its index makes it seekable. Null where no stored file has arrived yet.
 */
export async function loadContext(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
): Promise<ListeningContext | null> {
  const row = await tx
    .selectFrom('transcripts')
    .innerJoin('stories', (join) =>
      join
        .onRef('stories.user_id', '=', 'transcripts.user_id')
        .onRef('stories.id', '=', 'transcripts.story_id'),
    )
    .where('transcripts.user_id', '=', userId)
    .where('transcripts.id', '=', transcriptId)
    .select(['stories.speakers', 'stories.location', 'transcripts.pieces_total'])
    .executeTakeFirst()
  const media = await tx
    .selectFrom('media')
    .leftJoin('media as source', (join) =>
      join.onRef('source.user_id', '=', 'media.user_id').onRef('source.id', '=', 'media.source_media_id'),
    )
    .where('media.user_id', '=', userId)
    .where('media.role', 'in', ['original', 'playback'])
    .where('media.state', '=', 'stored')
    .where(({ eb, or }) =>
      or([
        eb('media.recording_id', '=', transcriptId),
        eb('source.recording_id', '=', transcriptId),
        eb('media.id', '=', transcriptId),
        eb('source.id', '=', transcriptId),
      ]),
    )
    .orderBy('media.role', 'desc')
    .select(['media.storage_key', 'media.size_bytes', 'source.size_bytes as original_bytes'])
    .executeTakeFirst()
  if (!row || !media) return null

  const [teller] = row.speakers
  return {
    storageKey: media.storage_key,
    originalBytes: media.original_bytes ?? media.size_bytes,
    isCut: row.pieces_total !== null,
    speech: {
      hints: await hintsOf(tx, userId, row),
      languages: [],
      ...(row.speakers.length > 1 ? { speakers: row.speakers.length } : {}),
    },
    onlyTeller: row.speakers.length === 1 && teller !== undefined ? teller : null,
  }
}

/**
 * The names that are likely to be said in a story, the most important ones first: its speakers, the family's members,
 * and places.
 */
export async function hintsOf(
  tx: Tx,
  userId: string,
  { speakers, location }: { speakers: readonly string[]; location: string },
): Promise<string[]> {
  const family = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(HINTS_MAX)
    .select(['first_name', 'last_name', 'place_of_birth', 'current_location'])
    .execute()
  const names = family.map((member) => nameOfPerson(member.first_name, member.last_name))
  const places = family.flatMap((member) => [member.place_of_birth, member.current_location])
  const hints = [...speakers, ...names, location, ...places].map((hint) => hint.trim())
  return [...new Set(hints.filter((hint) => hint !== ''))].slice(0, HINTS_MAX)
}
