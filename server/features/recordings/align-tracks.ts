import { sql } from 'kysely'
import { asWorker, type Tx } from '../../db/actor.ts'
import { enqueue, type JobContext } from '../../jobs/job.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { MediaError } from '../../media/media-tool.ts'
import { canMeasureLoudness, measureLoudness } from '../../media/tracks/measure-loudness.ts'
import { placeTrack } from '../../media/tracks/place-track.ts'
import type { Services } from '../../services.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { bytesLost } from '../../storage/lost-bytes.ts'
import { followTwoTracks } from '../transcripts/transcripts.ts'
import { alignTracks } from './recordings.jobs.ts'

type Parts = Pick<Services, 'db' | 'storage'>

/** Two clocks that nobody set may differ by this much; recordings further apart are not compared. */
const CLOCKS_DIFFER_MS = 120_000

type Track = {
  id: string
  link_id: string | null
  link_device: string | null
  storage_key: string
  created_at: Date
  started_at: Date
  duration_ms: number | null
  track_group: string | null
}

/** Queues the comparison of a story's recordings if more than one device recorded in it. */
export async function requestAlignment(
  tx: Tx,
  userId: string,
  { story_id: storyId, link_device: device }: { story_id: string; link_device: string | null },
): Promise<void> {
  const other = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('link_device', 'is distinct from', device)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (other) await enqueue(tx, alignTracks, { userId, storyId }, { key: `align ${storyId}` })
}

/**
 * Compares each recording of a story that belongs to no group yet with those that another device made at the same time, and
 * joins the tracks of the same talk. Started again after a crash, it comes to the same result. Without ffmpeg the loudness
 * cannot be measured: the recordings are marked as waiting, and `alignWaiting` takes them up again.
 */
export async function alignStory(
  services: Parts,
  userId: string,
  storyId: string,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const loudness = new Map<string, Promise<Float32Array>>()
  const loudnessOf = ({ id, storage_key: key }: Track): Promise<Float32Array> => {
    const known = loudness.get(id)
    if (known) return known
    const measured = withLocalFile(services.storage, key, (file) => measureLoudness(file, signal))
    loudness.set(id, measured)
    return measured
  }

  const tracks = await asWorker(services.db, userId, (tx) => finishedTracks(tx, userId, storyId))
  if (!(await canMeasureLoudness())) {
    const comparable = tracks.filter((track) => tracks.some((other) => mayBeReference(other, track)))
    await markAwaiting(services, userId, storyId, comparable)
    log.warn({ storyId }, 'recordings of two devices wait to be compared: there is no ffmpeg')
    return
  }
  for (const [index, track] of tracks.entries()) {
    const references = tracks.filter(
      (reference, place) =>
        (place < index || reference.track_group === reference.id) && mayBeReference(reference, track),
    )
    for (const reference of references) {
      try {
        const place = await placeTrack(await loudnessOf(reference), await loudnessOf(track))
        if (place === null) continue
        await asWorker(services.db, userId, (tx) => join(tx, userId, reference.id, track.id, place))
        reference.track_group = reference.id
        track.track_group = reference.id
        break
      } catch (error) {
        // One of the two has no sound, or its bytes are lost: each stays a recording of its own.
        const isSilent = error instanceof MediaError && error.code !== 'ABORTED'
        if (!isSilent && bytesLost(error) === null) throw error
        log.warn({ err: error, recordingId: track.id }, 'two recordings could not be compared')
      }
    }
  }
  await markAwaiting(services, userId, storyId, [])
}

/** Marks these recordings of a story as waiting to be compared, and all its others as not waiting. */
async function markAwaiting(
  { db }: Parts,
  userId: string,
  storyId: string,
  tracks: readonly Track[],
): Promise<void> {
  const ids = tracks.map(({ id }) => id)
  await asWorker(db, userId, (tx) =>
    sql`
      update public.recordings set awaits_comparison = not awaits_comparison
      where user_id = ${userId} and story_id = ${storyId}
        and awaits_comparison <> (id = any(${ids}::uuid[]))`.execute(tx),
  )
}

/** Queues the comparison of the recordings that wait for it, once ffmpeg is there. */
export async function alignWaiting({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ user_id: string; story_id: string }>`select * from app.stories_awaiting_comparison()`.execute(tx),
  )
  if (rows.length === 0 || !(await canMeasureLoudness())) return
  await tryEach(
    rows,
    ({ user_id: userId, story_id: storyId }) =>
      asWorker(db, userId, (tx) =>
        enqueue(tx, alignTracks, { userId, storyId }, { key: `align ${storyId}` }),
      ),
    (err, { story_id: storyId }) => log.error({ err, storyId }, 'waiting recordings were not compared'),
  )
}

/**
 * The finished recordings of a story: those of the computer first, then those of linked devices, each in the order they
 * began. A group is named after its first recording in this order.
 */
async function finishedTracks(tx: Tx, userId: string, storyId: string): Promise<Track[]> {
  const rows = await tx
    .selectFrom('recordings')
    .innerJoin('media', (media) =>
      media
        .onRef('media.user_id', '=', 'recordings.user_id')
        .onRef('media.id', '=', 'recordings.original_media_id'),
    )
    .where('recordings.user_id', '=', userId)
    .where('recordings.story_id', '=', storyId)
    .where('recordings.state', 'in', ['ready', 'failed'])
    .orderBy('recordings.created_at')
    .orderBy('recordings.id')
    .select([
      'recordings.id',
      'link_id',
      'link_device',
      'media.storage_key',
      'recordings.created_at',
      'started_at',
      'recordings.duration_ms',
      'track_group',
    ])
    .execute()
  return [
    ...rows.filter(({ link_id }) => link_id === null),
    ...rows.filter(({ link_id }) => link_id !== null),
  ]
}

/**
 * Whether `track` may be placed against `reference`: they come from different devices, overlap in time, and neither is
 * already placed against a third.
 */
function mayBeReference(reference: Track, track: Track): boolean {
  if (track.track_group !== null || reference.id === track.id) return false
  if (reference.link_device === track.link_device) return false
  if (reference.track_group !== null && reference.track_group !== reference.id) return false
  return overlap(reference, track, 'created_at') || overlap(reference, track, 'started_at')
}

function overlap(one: Track, other: Track, begin: 'created_at' | 'started_at'): boolean {
  const endsMs = (track: Track) => track[begin].getTime() + (track.duration_ms ?? 0) + CLOCKS_DIFFER_MS
  return one[begin].getTime() < endsMs(other) && other[begin].getTime() < endsMs(one)
}

async function join(
  tx: Tx,
  userId: string,
  referenceId: string,
  trackId: string,
  { offsetMs, driftPpm }: { offsetMs: number; driftPpm: number },
): Promise<void> {
  const place = (id: string, values: { offset_ms: number; drift_ppm: number }) =>
    tx
      .updateTable('recordings')
      .set({ track_group: referenceId, ...values })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  await place(referenceId, { offset_ms: 0, drift_ppm: 0 })
  await place(trackId, { offset_ms: offsetMs, drift_ppm: driftPpm })
  await enqueue(tx, followTwoTracks, { userId, transcriptId: referenceId }, { key: `tracks ${referenceId}` })
}
