import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { migrate } from '../../db/migrate.ts'
import { queryIn } from '../../testing/backups.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createOlderDatabase } from '../../testing/database.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser, completionOf, putAll, startRecording } from '../../testing/recorder.ts'

/* What a story tells of its recordings together. */
const { database, person } = await createTestKinora()
const bytes = randomBytes(9_000)

/** Two recordings of one story that have come in and are not ended yet. */
async function twoOfOneStory(who: Person) {
  const storyId = uuidv7()
  const [first, second] = [
    await startRecording(who, { storyId }),
    await startRecording(who, { storyId, part: 1 }),
  ]
  for (const { id } of [first, second]) await putAll(who, id, bytes)
  return { storyId, first: first.id, second: second.id }
}

const complete = ({ client }: Person, id: string, durationMs: number) =>
  client.recordings.complete({ ...completionOf(id, bytes), durationMs })

const lengthOf = async ({ client }: Person, id: string) => (await client.stories.get({ id })).duration

test('two recordings that end in the same moment both count', async () => {
  const ana = await person('Ana')
  const { storyId, first, second } = await twoOfOneStory(ana)
  const other = await otherTransaction(database)
  await other.query('update recordings set duration_ms = 10000 where id = $1', [first])

  const completed = complete(ana, second, 20_000)
  await somebodyWaits(database)
  await other.query('commit')
  await completed

  expect(await lengthOf(ana, storyId)).toBe(30)
})

test('a recording is no longer than a moment of it can be counted', async () => {
  const ana = await person('Ana')
  const { first } = await twoOfOneStory(ana)

  expect(await codeOf(complete(ana, first, limits.recordingMsMax + 1))).toBe('BAD_REQUEST')
  expect(await codeOf(complete(ana, first, limits.recordingMsMax))).toBe('done')
})

test('a recording ends, however long the file of another one says that it is', async () => {
  const ana = await person('Ana')
  const { storyId, first, second } = await twoOfOneStory(ana)
  await asSuperuser(database, 'update recordings set duration_ms = 9e15 where id = $1', [first])

  await complete(ana, second, 20_000)

  expect(await lengthOf(ana, storyId)).toBe(2 ** 31 - 1)
})

test('what an older version told wrong of two recordings that ended in the same moment is right after an upgrade', async () => {
  const connection = await createOlderDatabase(database)
  const [userId, storyId] = [uuidv7(), uuidv7()]
  const recording = (part: number, durationMs: number) =>
    `insert into recordings (user_id, id, story_id, part, kind, mime_type, quality, started_at, original_media_id, duration_ms)
     values ('${userId}', '${uuidv7()}', '${storyId}', ${part}, 'audio', 'audio/webm', 'high', now(), '${uuidv7()}', ${durationMs})`
  for (const statement of [
    `insert into app.plan_limits (tier) values ('free')`,
    `insert into auth.users (id, email) values ('${userId}', 'ana@example.com')`,
    `insert into stories (user_id, id, title, method) values ('${userId}', '${storyId}', 'Bread', 'recording')`,
    recording(0, 10_000),
    recording(1, 20_000),
    `insert into transcripts (user_id, id, story_id, state) select user_id, id, story_id, 'completed' from recordings`,
    `update stories set duration = 10, transcription_status = 'processing'`,
  ]) {
    await queryIn(connection, statement)
  }

  await migrate(connection)

  const said = 'select duration, transcription_status as status from stories'
  expect(await queryIn(connection, said)).toEqual([{ duration: 30, status: 'completed' }])
})
