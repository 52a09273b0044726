import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { asRecorder } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { completionOf, putChunk, startRecording } from '../../testing/recorder.ts'

/*
 * What the database role that takes chunks may do: its policies know of no sharing, so it must be able to do nothing
 * else.
 */
const { services, database, person } = await createTestKinora()

const bytes = Buffer.from('The first second.')
let ana: Person
let recordingId: string

beforeAll(async () => {
  ana = await person()
  recordingId = (await startRecording(ana)).id
  await putChunk(ana, recordingId, 0, bytes)
})

const attempt = (statement: string, { claims }: Person = ana) =>
  asRecorder(services.db, claims, (tx) => sql.raw<Record<string, unknown>>(statement).execute(tx)).then(
    ({ rows, numAffectedRows }) => numAffectedRows ?? rows,
    (error: Error) => error.message,
  )

test('it was granted these columns of these tables and no others', async () => {
  const { rows } = await database.asOwner(
    `select table_schema || '.' || table_name as of, lower(privilege_type) as may, array_agg(column_name::text order by column_name) as columns
     from information_schema.column_privileges
     where grantee = 'kinora_recorder' group by 1, 2 order by 1, 2`,
  )

  expect(rows).toEqual([
    { of: 'public.media', may: 'select', columns: ['id', 'size_bytes', 'storage_key', 'user_id'] },
    { of: 'public.media', may: 'update', columns: ['size_bytes'] },
    {
      of: 'public.recording_chunks',
      may: 'insert',
      columns: ['byte_offset', 'index', 'recording_id', 'sha256', 'size', 'user_id'],
    },
    {
      of: 'public.recordings',
      may: 'select',
      columns: ['id', 'next_index', 'original_media_id', 'received_bytes', 'state', 'user_id'],
    },
    { of: 'public.recordings', may: 'update', columns: ['last_chunk_at', 'next_index', 'received_bytes'] },
  ])
  const { rows: tables } = await database.asOwner(
    `select table_name from information_schema.table_privileges where grantee = 'kinora_recorder'`,
  )
  expect(tables).toEqual([])
})

test('it sees and moves nothing of anybody else', async () => {
  const mallory = await person('Mallory')

  expect(await attempt('select id from public.recordings', mallory)).toEqual([])
  expect(await attempt('select id from public.media', mallory)).toEqual([])
  expect(await attempt('update public.recordings set next_index = 0', mallory)).toBe(0n)
  expect(await attempt('update public.media set size_bytes = 0', mallory)).toBe(0n)
  expect(
    await attempt(
      `insert into public.recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
       values ('${ana.id}', '${recordingId}', 1, 17, 1, repeat('0', 64))`,
      mallory,
    ),
  ).toMatch(/row-level security/)
})

test('it moves nothing that has ended', async () => {
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, bytes)
  await ana.client.recordings.complete(completionOf(id, bytes))

  expect(await attempt(`update public.recordings set received_bytes = 1 where id = '${id}'`)).toBe(0n)
  const ofMedia = `(select original_media_id from public.recordings where id = '${id}')`
  expect(await attempt(`update public.media set size_bytes = 1 where id = ${ofMedia}`)).toBe(0n)
})

test('what it was not granted it may not do with what is its owner’s own', async () => {
  for (const statement of [
    'select title from public.stories',
    'delete from public.recordings',
    `update public.recordings set state = 'safe'`,
    'select sha256 from public.recording_chunks',
    `update public.media set state = 'stored'`,
    'update public.usage_tracking set storage_used_bytes = 0',
    `select app.enqueue('empty_trash', '{}')`,
  ]) {
    expect(await attempt(statement), statement).toMatch(/permission denied/)
  }
})
