import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addedFile } from '../../testing/added-files.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, putChunk, startRecording } from '../../testing/recorder.ts'
import { heardRecording, hearFile } from '../../testing/transcripts.ts'

const kinora = await createTestKinora()
const { person, database, services } = kinora

/** Makes a person's rows eleven minutes older, with the trigger that would touch them switched off. */
const quietly = async ({ id }: Person, table: 'recordings' | 'uploads') => {
  await asSuperuser(database, `alter table public.${table} disable trigger touch`)
  await asSuperuser(
    database,
    `update public.${table} set updated_at = now() - interval '11 minutes' where user_id = $1`,
    [id],
  )
  await asSuperuser(database, `alter table public.${table} enable trigger touch`)
}

const propose = ({ id }: Person, storyId: string, texts: string[]) =>
  Promise.all(
    texts.map((text) =>
      database.asOwner(
        `insert into story_proposals (user_id, story_id, kind, origin, text, fingerprint)
         values ($1, $2, 'tag', 'local', $3, $3)`,
        [id, storyId, text],
      ),
    ),
  )

test('nobody is reminded of anything while nothing waits', async () => {
  const { client } = await person()
  expect(await client.account.waiting()).toEqual([])
})

test('a recording waits once nothing has come of it for a while, and not when its story is in the trash', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  await putChunk(ana, id, 0, new Uint8Array([1, 2, 3]))
  expect(await ana.client.account.waiting()).toEqual([])

  await quietly(ana, 'recordings')
  expect(await ana.client.account.waiting()).toMatchObject([
    { kind: 'recording', storyId: story.id, title: story.title },
  ])

  await ana.client.stories.delete({ id: story.id })
  expect(await ana.client.account.waiting()).toEqual([])
})

test('a file that came half waits, with how far it came', async () => {
  const ana = await person()
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'Letters', method: 'upload' })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await ana.request('/media/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': '1000',
      'upload-metadata': `filename ${base64('letter.pdf')},storyId ${base64(story.id)}`,
    },
  })
  await ana.request(begun.headers.get('location') ?? '', {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: '%PDF-1.7'.padEnd(250, ' '),
  })
  await quietly(ana, 'uploads')

  expect(await ana.client.account.waiting()).toEqual([
    {
      kind: 'upload',
      storyId: story.id,
      title: 'Letters',
      fileName: 'letter.pdf',
      receivedBytes: 250,
      sizeBytes: 1000,
    },
  ])
})

test('proposals wait until they are decided, and nobody sees those of another family', async () => {
  const [ana, ben] = [await person(), await person()]
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'Bread', method: 'recording' })
  await heardRecording(services, ana, ['we baked bread in the oven'], { storyId: story.id })
  await propose(ana, story.id, ['bread', 'oven'])

  expect(await ana.client.account.waiting()).toEqual([
    { kind: 'proposals', storyId: story.id, title: 'Bread', count: 2 },
  ])
  expect(await ben.client.account.waiting()).toEqual([])

  await database.asOwner(`update story_proposals set state = 'refused' where user_id = $1`, [ana.id])
  expect(await ana.client.account.waiting()).toEqual([])
})

test('proposals no longer wait where what they are read from was taken out of the story', async () => {
  const ana = await person()
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The tape', method: 'upload' })
  const id = await addedFile(kinora, ana, story.id, { kind: 'audio', mimeType: 'audio/webm' })
  await hearFile(services, ana, id, ['we baked bread in the oven'])
  await propose(ana, story.id, ['bread'])
  expect(await ana.client.account.waiting()).toMatchObject([{ kind: 'proposals', storyId: story.id }])

  await ana.client.media.remove({ id })

  // Nothing is left to hear them in, so the story's page shows none.
  expect(await ana.client.account.waiting()).toEqual([])
})

test('suggestions wait for what is shown: of a talk on two devices the transcript of the first one alone', async () => {
  const ana = await person()
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'recording' })
  const recorded = (part: number) =>
    heardRecording(services, ana, ['the mil stood'], { storyId: story.id, part })
  const [first, second] = [await recorded(0), await recorded(1)]
  await database.asOwner(
    `insert into suggestions (user_id, transcript_id, story_id, type, origin, line_id, line_version, edit, start_ms, end_ms,
       original, suggested, fingerprint)
     select user_id, transcript_id, story_id, 'typo', 'english', id, version,
       jsonb_build_object('type', 'replaceWords', 'lineId', id, 'from', 1, 'to', 2, 'text', 'mill'), 0, 1, 'mil', 'mill', id::text
     from transcript_lines where story_id = $1`,
    [story.id],
  )
  const waits = { kind: 'suggestions', storyId: story.id, title: 'The mill' }
  expect(await ana.client.account.waiting()).toEqual([{ ...waits, count: 2 }])

  await database.asOwner(
    'update recordings set track_group = $1, offset_ms = 0, drift_ppm = 0 where id in ($1, $2)',
    [first, second],
  )
  expect(await ana.client.account.waiting()).toEqual([{ ...waits, count: 1 }])

  await database.asOwner(`update suggestions set state = 'dismissed' where transcript_id = $1`, [first])
  expect(await ana.client.account.waiting()).toEqual([])
})

test('the question of this week’s mail waits until it was asked', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  const prompt = await ana.client.prompts.create({ id: uuidv7(), text: 'What did the sea smell of?' })
  await database.asOwner(
    `insert into weekly_question_mails (user_id, prompt_id, token_hash, due_at, sent_at)
     values ($1, $2, $3, now(), now() - interval '1 day')`,
    [ana.id, prompt.id, 'a'.repeat(64)],
  )
  expect(await ana.client.account.waiting()).toEqual([
    { kind: 'question', promptId: prompt.id, text: 'What did the sea smell of?' },
  ])

  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The sea', method: 'recording' })
  await ana.client.prompts.markAsked({ id: prompt.id, storyId: story.id, at: new Date().toISOString() })
  expect(await ana.client.account.waiting()).toEqual([])
})

test('once this week’s question was asked, none of an earlier mail takes its place', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  const write = (text: string) => ana.client.prompts.create({ id: uuidv7(), text })
  const [earlier, newest] = [await write('Who baked the bread?'), await write('Who rowed the boat?')]
  await database.asOwner(
    `insert into weekly_question_mails (user_id, prompt_id, token_hash, due_at, sent_at)
     select $1, prompt, repeat(days::text, 64), now() - days * interval '1 day', now() - days * interval '1 day'
     from unnest($2::uuid[], array[6, 1]) as mail (prompt, days)`,
    [ana.id, [earlier.id, newest.id]],
  )
  expect(await ana.client.account.waiting()).toMatchObject([{ kind: 'question', promptId: newest.id }])

  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The boat', method: 'recording' })
  await ana.client.prompts.markAsked({ id: newest.id, storyId: story.id, at: new Date().toISOString() })

  expect(await ana.client.account.waiting()).toEqual([])
})
