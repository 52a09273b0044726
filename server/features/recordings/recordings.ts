import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import {
  type RecordingDiscard,
  type RecordingStart,
  type RecordingStatus,
  recordingState,
  recordingStatus,
} from '#contract/recordings.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Storage } from '../../storage/storage.ts'
import { partsOfLink, type Recorder, storyOfLink } from '../recording-links/recording-links.ts'
import { createStory } from '../stories/stories.ts'
import { lockRecording, type RecordingRow } from './lock-recording.ts'
import { refuseInTrash } from './refuse-in-trash.ts'
import { returnToStored } from './stored-end.ts'

/**
 * Begins a recording, and creates its story if that is new. Idempotent: a repeated call answers with the recording's status.
 *
 * @throws CONFLICT when the id is taken by another recording, GONE, LIMIT_REACHED, STORAGE_LIMIT_REACHED
 */
export async function startRecording(
  tx: Tx,
  storage: Storage,
  { userId, link }: Pick<Recorder, 'userId' | 'link'>,
  start: RecordingStart,
): Promise<RecordingStatus> {
  const known = await lockRecording(tx, userId, start.id)
  if (known) {
    if (known.story_id !== start.story.id || known.part !== start.part) throw codeError('CONFLICT')
    await refuseInTrash(tx, known)
    await returnToStored(tx, storage, known)
    return getStatus(tx, userId, start.id)
  }

  // A device with a link is not trusted to describe the story, nor does it know the computer's settings: the link itself holds the title,
  // the question, and whether to transcribe.
  const { transcribe = true, ...told } =
    link === null
      ? { transcribe: start.transcribe }
      : { ...(await storyOfLink(tx, link, start.story.id, start.startedAt)), speakers: [] }
  const story = { ...start.story, ...told, method: 'recording' as const }
  if (!(await createStory(tx, userId, story))) throw codeError('GONE')
  const parts = link === null ? await countParts(tx, userId, story.id) : (await partsOfLink(tx)).parts
  if (parts >= limits.partsPerStory) throw codeError('LIMIT_REACHED')
  await refuseWithoutRoom(tx, userId)

  const mediaId = uuidv7()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recordings')
    .values({
      user_id: userId,
      id: start.id,
      story_id: start.story.id,
      part: start.part,
      kind: start.kind,
      mime_type: start.mimeType,
      quality: start.quality,
      started_at: start.startedAt,
      transcribe,
      original_media_id: mediaId,
      link_id: link?.id ?? null,
      link_device: link?.device ?? null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  // The id belongs to another recording of the same account, which a link cannot see.
  if (numInsertedOrUpdatedRows === 0n) throw codeError('CONFLICT')
  await tx
    .insertInto('media')
    .values({
      user_id: userId,
      id: mediaId,
      story_id: start.story.id,
      recording_id: start.id,
      role: 'original',
      kind: start.kind,
      mime_type: start.mimeType,
      storage_key: `media/${userId}/${mediaId}`,
    })
    .execute()
  return getStatus(tx, userId, start.id)
}

async function countParts(tx: Tx, userId: string, storyId: string): Promise<number> {
  const { parts } = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .select((row) => row.fn.countAll<number>().as('parts'))
    .executeTakeFirstOrThrow()
  return parts
}

/** Refuses to begin when the plan's storage is full, so that nobody talks for an hour into a recording that cannot be stored. */
async function refuseWithoutRoom(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ usedBytes: number; limitBytes: number | null }>`
    select used.storage_used_bytes as "usedBytes", allowed.storage_bytes as "limitBytes"
    from public.usage_tracking used
    join app.allowances allowed on allowed.user_id = used.user_id
    where used.user_id = ${userId}`.execute(tx)
  const [room] = rows
  if (!room || room.limitBytes === null || room.usedBytes < room.limitBytes) return
  throw codeError('STORAGE_LIMIT_REACHED', { usedBytes: room.usedBytes, limitBytes: room.limitBytes })
}

/** The status of a recording, for its device: every byte that it names is on the medium. */
export async function getStoredStatus(
  tx: Tx,
  storage: Storage,
  userId: string,
  id: string,
): Promise<RecordingStatus> {
  const status = await getStatus(tx, userId, id)
  // An ended recording is asked about again and again, and its bytes were flushed before they were verified.
  if (status.state !== 'receiving') return status

  const found = await lockRecording(tx, userId, id)
  if (!found) throw codeError('NOT_FOUND')
  await returnToStored(tx, storage, found)
  return getStatus(tx, userId, id)
}

/** The status of a recording. @throws NOT_FOUND */
export async function getStatus(tx: Tx, userId: string, id: string): Promise<RecordingStatus> {
  const row = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  return statusOf(tx, row)
}

export async function statusOf(tx: Tx, row: Omit<RecordingRow, 'storage_key'>): Promise<RecordingStatus> {
  const damaged =
    row.state === 'damaged'
      ? await tx
          .selectFrom('recording_chunks')
          .where('user_id', '=', row.user_id)
          .where('recording_id', '=', row.id)
          .where('damaged', '=', true)
          .orderBy('index')
          .select('index')
          .execute()
      : []
  return recordingStatus.parse({
    id: row.id,
    storyId: row.story_id,
    state: recordingState.parse(row.state),
    nextIndex: row.next_index,
    receivedBytes: row.received_bytes,
    damaged: damaged.map((chunk) => chunk.index),
    sha256: row.sha256,
  })
}

/**
 * Deletes a recording that its device has not ended, also one that the server ended after a day of silence, or a copy whose device has
 * sent all of it again. Its story is deleted too if it was made for this recording alone, but not by a device with a link, which may not
 * touch stories. The stored bytes go when the bin is emptied.
 *
 * If no person asked for it, the story goes only if the recording created it and nobody has changed it since: a relative's link may
 * have begun the recording in a story that its owner wrote.
 *
 * @throws NOT_FOUND, RECORDING_ENDED
 */
export async function discardRecording(
  tx: Tx,
  { userId, link }: Pick<Recorder, 'userId' | 'link'>,
  { id, isAsked = true, story, replacedBy }: RecordingDiscard,
): Promise<void> {
  const row = await lockRecording(tx, userId, id)
  if (!row) throw codeError('NOT_FOUND')
  const isEnded = row.state !== 'receiving' && !(await isLeftBehind(tx, row))
  if (isEnded && !(await isReplaced(tx, row, replacedBy))) throw codeError('RECORDING_ENDED')

  // Read before the recording goes: the story counts as changed then.
  const isStoryKept = link !== null || (!isAsked && !(await isUntouched(tx, row)))
  await tx.deleteFrom('recordings').where('user_id', '=', userId).where('id', '=', id).execute()
  if (isStoryKept) return

  const leans = sql.join(
    leaning.map(
      (table) => sql`exists (select from ${sql.table(table)} leaning
        where leaning.user_id = stories.user_id and leaning.story_id = stories.id)`,
    ),
    sql` or `,
  )
  await tx
    .deleteFrom('stories')
    .where('user_id', '=', userId)
    .where('id', '=', row.story_id)
    .where('method', '=', 'recording')
    .where(sql<boolean>`not (${leans})`)
    // Details that a person typed into the story exist nowhere else.
    .where(sql<boolean>`location = '' and context = '' and recorded_by = '' and tags = '{}'`)
    .where(story ? readsAs(story) : sql<boolean>`true`)
    .execute()
}

const readsAs = ({ title, description, date, time, speakers }: RecordingStart['story']) => sql<boolean>`
  (title, description, date, time, speakers) = (${title}, ${description}, ${date}, ${time}, ${speakers}::text[])`

/** Whether the recording created its story, and nobody has changed the story since. Locks the story against a change at this moment. */
async function isUntouched(tx: Tx, recording: RecordingRow): Promise<boolean> {
  const story = await tx
    .selectFrom('stories')
    .where('user_id', '=', recording.user_id)
    .where('id', '=', recording.story_id)
    .where('created_at', '>=', recording.created_at)
    .whereRef('updated_at', '=', 'created_at')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return story !== undefined
}

/**
 * Tables whose rows show that a story was not made for one recording alone: what is in it, who can see it by now, and which book it is
 * in.
 */
const leaning = [
  'media',
  'story_notes',
  'comments',
  'shared_access',
  'invitations',
  'public_links',
  'storybook_stories',
]

/**
 * Whether only the server has ended the recording, and nothing depends on it. A device that sent the whole recording again under
 * another id discards the first copy at the end: that copy may hold more than the device still had, and is kept. Such a copy began at
 * the same moment on the same device; two devices that record in one story may both have a part of that number.
 */
async function isLeftBehind(tx: Tx, row: RecordingRow): Promise<boolean> {
  if (row.ended_by !== 'server' || row.track_group !== null) return false

  const again = await otherCopies(tx, row).select('id').limit(1).executeTakeFirst()
  return again === undefined
}

/**
 * Whether another copy has been verified that holds as much as this one, and nobody has worked on this one. The other is locked, so
 * that of two copies which are named for each other one stays.
 */
async function isReplaced(tx: Tx, row: RecordingRow, replacedBy: string | undefined): Promise<boolean> {
  if (replacedBy === undefined || row.track_group !== null) return false

  const whole = await otherCopies(tx, row)
    .where('id', '=', replacedBy)
    .where('state', 'in', ['safe', 'ready', 'failed'])
    .whereRef('sha256', '=', 'claimed_sha256')
    .where('received_bytes', '>=', row.received_bytes)
    .select(sql<boolean>`app.is_worked_on(${row.id})`.as('isWorkedOn'))
    .forUpdate()
    .executeTakeFirst()
  return whole?.isWorkedOn === false
}

/** What the recording's device has sent of it under other ids. */
function otherCopies(tx: Tx, row: RecordingRow) {
  return tx
    .selectFrom('recordings')
    .where('user_id', '=', row.user_id)
    .where('story_id', '=', row.story_id)
    .where('part', '=', row.part)
    .where('started_at', '=', row.started_at)
    .where('link_device', 'is not distinct from', row.link_device)
    .where('id', '<>', row.id)
}
