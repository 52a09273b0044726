import { sql } from 'kysely'
import type { CaptionNews } from '#contract/captions.ts'
import { cutText } from '#contract/cut-text.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import { captionRecording } from './captions.jobs.ts'

/** After this time another window may be taken, whatever has become of this one. */
export const WINDOW_TIME_MS = 90_000
/**
 * How long an engine may take for a window: less than `WINDOW_TIME_MS`, so that a window that timed out is given back
 * before anybody else can take the next one.
 */
export const HEARING_TIME_MS = WINDOW_TIME_MS - 5_000
/** A device that has sent nothing for this long is taken not to be recording. */
const SILENT_SECONDS = 30
/**
 * How far captions may be ahead of the time since the recording began. A client that sends sound faster than real time
 * gets no more recognised than that.
 */
const AHEAD_MS = 60_000
/**
 * How many chunks, of a second each, captions may be behind: words spoken minutes ago are of no use to a person who
 * reads along.
 */
const BEHIND_CHUNKS = 60
/** In characters; a notification of PostgreSQL holds at most 8,000 bytes. */
const TEXT_MAX = 1_500

/**
 * The part of a recording that is recognised next: the byte it begins at, and up to which millisecond the recording was
 * recognised before.
 */
export type Window = {
  storageKey: string
  fromByte: number
  receivedBytes: number
  heardMs: number
  speakers: string[]
  location: string
}

/**
 * Queues the recognition of a recording's newest seconds if it is running and to be transcribed. Each recording has at
 * most one waiting job.
 * @returns whether captions will come
 * @throws NOT_FOUND
 */
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
 * Takes the next window and reserves it for as long as an engine may need. Null while another window of any of this
 * person's recordings is being recognised, when the device no longer records, or when captions are as far ahead as
 * `AHEAD_MS` allows.
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

/**
 * Gives a window back. `heardMs` is how far the recording has been recognised, `fromByte` where the next window begins
 * to read.
 */
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

/** Sends captions to the person's screens. They are not stored. */
export async function announceCaptions(tx: Tx, userId: string, news: CaptionNews): Promise<void> {
  const captions = { ...news, text: cutText(news.text, TEXT_MAX) }
  await sql`select pg_notify('kinora_changes', ${JSON.stringify({ userId, captions })})`.execute(tx)
}
