import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type ChunkReceipt, chunkPath, chunkReceipt, type RecordingStart } from '#contract/recordings.ts'
import { contentDigestOf, sha256Of } from '../sha256.ts'
import type { TestDatabase } from './database.ts'
import type { Person } from './family.ts'

/** The request with which a device begins a recording; parts of one story share `storyId`. */
export function newRecording(given: Partial<RecordingStart> & { storyId?: string } = {}): RecordingStart {
  const { storyId = uuidv7(), ...rest } = given
  return {
    id: uuidv7(),
    story: {
      id: storyId,
      title: 'The winter of 1956',
      description: 'Told by Grandmother',
      speakers: ['Ana'],
      date: 'November 21, 2026',
      time: '4:05 PM',
    },
    part: 0,
    kind: 'video',
    mimeType: 'video/webm;codecs=vp9,opus',
    quality: 'high',
    startedAt: new Date().toISOString(),
    ...rest,
  }
}

export async function startRecording(person: Person, given: Parameters<typeof newRecording>[0] = {}) {
  const start = newRecording(given)
  await person.client.recordings.start(start)
  return start
}

/** PUTs one chunk as a device does, with the digest of its bytes unless other headers are given. */
export function putChunk(
  person: Person,
  recordingId: string,
  index: number | string,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-digest': contentDigestOf(bytes) },
): Promise<Response> {
  return person.request(chunkPath(recordingId, Number(index)), { method: 'PUT', body: bytes, headers })
}

/** Cuts bytes into chunks of a size and PUTs all of them; returns the last receipt. */
export async function putAll(
  person: Person,
  recordingId: string,
  bytes: Uint8Array<ArrayBuffer>,
  chunkSize = 50_000,
): Promise<ChunkReceipt> {
  let last: ChunkReceipt | null = null
  for (let at = 0, index = 0; at < bytes.length; at += chunkSize, index += 1) {
    const response = await putChunk(person, recordingId, index, bytes.slice(at, at + chunkSize))
    if (response.status !== 200)
      throw new Error(`chunk ${index}: ${response.status} ${await response.text()}`)
    last = chunkReceipt.parse(await response.json())
  }
  if (!last) throw new Error('nothing to send')
  return last
}

export function completionOf(recordingId: string, bytes: Uint8Array, chunkSize = 50_000) {
  return {
    id: recordingId,
    chunkCount: Math.ceil(bytes.length / chunkSize),
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    durationMs: 4_000,
  }
}

/** Makes it look as if the device had sent nothing for so many hours. */
export const silentFor = (database: TestDatabase, hours: number, recordingId: string) =>
  asSuperuser(
    database,
    'update public.recordings set last_chunk_at = now() - make_interval(hours => $1) where id = $2',
    [hours, recordingId],
  )

/** Sends and ends a whole recording; its job has not run yet. */
export async function recordWhole(
  person: Person,
  bytes: Uint8Array<ArrayBuffer>,
  given: Parameters<typeof newRecording>[0] = {},
) {
  const start = await startRecording(person, given)
  await putAll(person, start.id, bytes)
  await person.client.recordings.complete(completionOf(start.id, bytes))
  return start
}

/** Runs one statement as a superuser, for what no role of Kinora's may do, such as moving a time or a limit. */
export async function asSuperuser(database: TestDatabase, text: string, values: unknown[] = []) {
  const client = new pg.Client(database.superuser)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Gives one person a plan with so many bytes of storage. */
export async function limitStorage(database: TestDatabase, person: Person, bytes: number): Promise<void> {
  const tier = `test ${person.id}`
  await asSuperuser(database, 'insert into app.plan_limits (tier, storage_bytes) values ($1, $2)', [
    tier,
    bytes,
  ])
  await asSuperuser(database, 'update public.subscriptions set tier = $1 where user_id = $2', [
    tier,
    person.id,
  ])
}
