import { sql } from 'kysely'
import type { CaptionNews } from '#contract/captions.ts'
import { cutText } from '#contract/cut-text.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import { captionRecording } from './captions.jobs.ts'

/** After so long another window may be begun, whatever has become of this one. */
export const WINDOW_TIME_MS = 90_000
/** No engine may take longer over a window: what is stopped is put away while nobody else can have taken it. */
export const HEARING_TIME_MS = WINDOW_TIME_MS - 5_000
/** A device that has sent nothing for so long records nothing. */
const SILENT_SECONDS = 30
/** Captions do not outrun the clock: whoever sends faster than anybody speaks does not get more heard. */
const AHEAD_MS = 60_000
/** Words of minutes ago are no use to who reads along: so many chunks, a second each, is the furthest behind. */
const BEHIND_CHUNKS = 60
/** What PostgreSQL passes on in one message is 8,000 bytes. */
const TEXT_MAX = 1_500

/** What is heard next: from which byte of the recording, and which of its milliseconds were heard before. */
export type Window = {
  storageKey: string
  fromByte: number
  receivedBytes: number
  heardMs: number
  speakers: string[]
  location: string
}

/** Has a recording's newest seconds heard, if it is under way and to be transcribed; one job a recording waits. */
export async function askForCaptions(tx: Tx, userId: string, recordingId: string): Promise<boolean> {
  const recording = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('id', '=', recordingId)
    .select(['state', 'transcribe', 'mime_type'])
    .executeTakeFirst()
  if (!recording) throw codeError('NOT_FOUND')

  const { state, transcribe, mime_type: mimeType } = recording
  const isListening = state === 'receiving' && transcribe && /^(video|audio)\/webm\b/.test(mimeType)
  if (isListening) {
    await enqueue(tx, captionRecording, { userId, recordingId }, { key: `captions ${recordingId}` })
  }
  return isListening
}

/**
 * Takes the next window for as long as an engine may need; null while another one is heard of anything this person
 * records, when nobody records any more, or when as much was heard as can have been said.
 */
export async function takeWindow(tx: Tx, userId: string, recordingId: string): Promise<Window | null> {
  const { rows } = await sql<Window>`
    with recording as (
      select recordings.*, media.storage_key, stories.speakers, stories.location, coalesce((
          select chunk.byte_offset from public.recording_chunks chunk
          where chunk.user_id = recordings.user_id and chunk.recording_id = recordings.id
            and chunk.index = recordings.next_index - ${BEHIND_CHUNKS}::integer
        ), 0) as oldest_byte
      from public.recordings
      join public.media on media.user_id = recordings.user_id and media.id = recordings.original_media_id
      join public.stories on stories.user_id = recordings.user_id and stories.id = recordings.story_id
      where recordings.user_id = ${userId} and recordings.id = ${recordingId}
        and recordings.state = 'receiving' and recordings.transcribe
        and recordings.last_chunk_at > now() - make_interval(secs => ${SILENT_SECONDS})
    ), taken as (
      insert into app.caption_cursors as cursor (user_id, recording_id, busy_until)
      select user_id, id, now() + make_interval(secs => ${WINDOW_TIME_MS / 1000}) from recording
      where not exists (
        select from app.caption_cursors other where other.user_id = ${userId} and other.busy_until > now()
      )
      on conflict (user_id, recording_id) do update set busy_until = excluded.busy_until
      where cursor.busy_until < now() and cursor.heard_ms < ${AHEAD_MS} +
        (select extract(epoch from now() - recording.created_at) * 1000 from recording)
      returning from_byte, heard_ms
    )
    select storage_key as "storageKey", received_bytes as "receivedBytes", heard_ms as "heardMs",
      greatest(from_byte, oldest_byte) as "fromByte", speakers, location
    from recording, taken`.execute(tx)
  return rows[0] ?? null
}

/** Gives the window back: up to where was heard, and at which byte whoever hears the next one begins to read. */
export async function settleWindow(
  tx: Tx,
  userId: string,
  recordingId: string,
  { fromByte, heardMs }: Pick<Window, 'fromByte' | 'heardMs'>,
): Promise<void> {
  await sql`
    update app.caption_cursors set from_byte = ${fromByte}, heard_ms = ${heardMs}, busy_until = '-infinity'
    where user_id = ${userId} and recording_id = ${recordingId}`.execute(tx)
}

/** Tells the person's screens. Nothing of it is kept. */
export async function announceCaptions(tx: Tx, userId: string, news: CaptionNews): Promise<void> {
  const captions = { ...news, text: cutText(news.text, TEXT_MAX) }
  await sql`select pg_notify('kinora_changes', ${JSON.stringify({ userId, captions })})`.execute(tx)
}
