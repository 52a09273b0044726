import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../testing/family.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { asSuperuser, startRecording } from '../testing/recorder.ts'
import { asUser, asWorker } from './actor.ts'

/* Things that no route permits, requested straight from the database with a person's claims. */
const { services, database, person } = await createTestKinora()
const [ana, mallory] = [await person('Ana'), await person('Mallory')]

const attempt = (who: Person, ...statements: string[]): Promise<unknown> =>
  asUser(services.db, who.claims, async (tx) => {
    let last: unknown
    for (const statement of statements) last = (await sql.raw(statement).execute(tx)).rows
    return last
  }).catch((error: Error) => error.message)

const mediaRow = ({ id: userId }: Person, id: string, key: string) =>
  `insert into media (user_id, id, role, kind, state, mime_type, storage_key)
   values ('${userId}', '${id}', 'original', 'image', 'stored', 'image/png', '${key}')`

test('a file lies under its owner and its own id, wherever else it is said to lie', async () => {
  const recorded = await startRecording(ana)
  const id = uuidv7()

  for (const key of [
    `media/${ana.id}/${recorded.id}`,
    `media/${mallory.id}/${uuidv7()}`,
    `media/${mallory.id}/../${ana.id}/${id}`,
    id,
  ]) {
    expect(await attempt(mallory, mediaRow(mallory, id, key)), key).toMatch(/row-level security/)
  }
  expect(await attempt(mallory, mediaRow(mallory, id, `media/${mallory.id}/${id}`))).toEqual([])
  for (const change of [`storage_key = 'media/${ana.id}/${recorded.id}'`, `id = '${uuidv7()}'`]) {
    expect(await attempt(mallory, `update media set ${change} where id = '${id}'`), change).toMatch(
      /stays where it is/,
    )
  }
})

test('so do an upload and the file of a book', async () => {
  const id = uuidv7()
  const book = await mallory.client.storybooks.create({
    id: uuidv7(),
    title: 'Our book',
    storyIds: [
      (await mallory.client.stories.create({ id: uuidv7(), title: 'The dance', method: 'journal' })).id,
    ],
  })

  expect(
    await attempt(
      mallory,
      mediaRow(mallory, id, `media/${mallory.id}/${id}`),
      `insert into uploads (user_id, id, file_name, size_bytes, storage_key, metadata, media_id, expires_at)
       values ('${mallory.id}', '${id}', 'a.png', 9, 'media/${ana.id}/${id}', '{}', '${id}', now() + interval '1 day')`,
    ),
  ).toMatch(/row-level security/)
  expect(
    await attempt(
      mallory,
      `insert into storybook_exports (user_id, id, storybook_id, format, file_name, mime_type, storage_key)
       values ('${mallory.id}', '${id}', '${book.id}', 'epub', 'a.epub', 'application/epub+zip', 'media/${ana.id}/${id}')`,
    ),
  ).toMatch(/row-level security/)
})

const enqueue = (task: string, payload: object) =>
  `select app.enqueue('${task}', '${JSON.stringify(payload)}'::jsonb)`

test('somebody has only such work done as people ask for, and only on what is theirs or shared with them', async () => {
  const job = { userId: ana.id, storyId: uuidv7() }
  for (const statement of [
    enqueue('erase_account', { userId: mallory.id }),
    enqueue('empty_trash', {}),
    enqueue('follow_payment', { userId: mallory.id }),
    enqueue('end_stripe_subscription', { customerId: 'cus_1' }),
    enqueue('read_story', job),
    enqueue('read_story', {}),
    `select set_config('request.jwt.claims', '{"sub": "${mallory.id}", "role": "kinora_worker"}', true),
       app.enqueue('empty_trash', '{}')`,
    `select app.add_job('empty_trash', '{}')`,
  ]) {
    expect(await attempt(mallory, statement), statement).toMatch(/may not queue|permission denied/)
  }

  const storyId = await storyOf(ana)
  expect(await attempt(ana, enqueue('read_story', { ...job, storyId }))).toHaveLength(1)
})

const storyOf = async ({ client }: Person) =>
  (await client.stories.create({ id: uuidv7(), title: 'The dance', method: 'journal' })).id

test('on what is shared with them those who may change it have it read and heard, those who may only look nothing', async () => {
  const { id: recordingId, story } = await startRecording(ana)
  const storyId = story.id
  const other = { userId: ana.id, storyId: await storyOf(ana) }
  const kinds = ['transcribe_recording', 'cut_recording']
  const theirs = [
    enqueue('read_story', { userId: ana.id, storyId }),
    enqueue('find_suggestions', { userId: ana.id, transcriptId: recordingId }),
    ...kinds.map((kind) => enqueue(kind, { userId: ana.id, recordingId })),
  ]
  const owners = [
    'caption_recording',
    'finalise_recording',
    'process_upload',
    'make_archive',
    'follow_leaving',
  ]
  const shared = { resourceType: 'story', resourceId: storyId } as const

  const { id } = await ana.client.sharing.share({ ...shared, email: mallory.email, role: 'viewer' })
  for (const statement of theirs)
    expect(await attempt(mallory, statement), statement).toMatch(/may not queue/)

  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  await ana.client.sharing.setRole({ ...shared, id, role: 'editor' })
  for (const statement of theirs) expect(await attempt(mallory, statement), statement).toHaveLength(1)
  for (const kind of owners) {
    const statement = enqueue(kind, { userId: ana.id, recordingId, storyId })
    expect(await attempt(mallory, statement), statement).toMatch(/may not queue/)
  }
  expect(await attempt(mallory, enqueue('read_story', other))).toMatch(/may not queue/)
})

test('the work of two families waits side by side, also where what it is about has one id, and nobody puts theirs in the place of the other’s', async () => {
  const storyId = await storyOf(ana)
  await mallory.client.stories.create({ id: storyId, title: 'The dance', method: 'journal' })
  const queue = (userId: string) =>
    `select app.enqueue('read_story', '${JSON.stringify({ userId, storyId })}', 'reading ${storyId}')`

  for (const who of [mallory, ana, mallory, ana]) expect(await attempt(who, queue(who.id))).toHaveLength(1)

  const { rows } = await database.asOwner(
    `select payload from graphile_worker._private_jobs where payload ->> 'storyId' = $1 order by id`,
    [storyId],
  )
  expect(rows).toEqual([mallory, ana].map(({ id: userId }) => ({ payload: { userId, storyId } })))
})

test('nobody passes for the restoring of an archive by saying so', async () => {
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The dance', method: 'journal' })
  const before = await ana.client.stories.get({ id })
  const said = `select set_config('kinora.restoring', 'on', true)`

  expect(await attempt(ana, said, 'select app.is_restoring() as restoring')).toEqual([{ restoring: false }])
  expect(await attempt(ana, 'select app.begin_restoring()')).toMatch(/permission denied/)
  await attempt(ana, said, `update stories set title = 'The ball' where id = '${id}'`)
  expect((await ana.client.stories.get({ id })).updatedAt).not.toBe(before.updatedAt)

  // Restoring may write the time, but only for as long as the restoration lasts.
  const restored = await asWorker(services.db, ana.id, async (tx) => {
    const row = {
      user_id: ana.id,
      id: uuidv7(),
      title: 'Long ago',
      method: 'journal',
      updated_at: '2001-02-03T04:05:06Z',
    }
    await sql`select app.restore_rows('stories', ${Object.keys(row)}, ${JSON.stringify([row])})`.execute(tx)
    return (await sql`select app.is_restoring() as restoring`.execute(tx)).rows
  })
  expect(restored).toEqual([{ restoring: false }])
  expect((await database.asOwner('select from app.restorations')).rowCount).toBe(0)
})
