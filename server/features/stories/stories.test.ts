import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, database } = await createTestKinora()

const wedding = () => ({
  id: uuidv7(),
  title: 'The wedding in Odessa',
  description: 'It rained, and nobody minded.',
  method: 'journal' as const,
  date: 'November 21, 2026',
  time: '4:05 PM',
  speakers: ['Elena'],
})
const note = (text: string, timestamp = '00:12') => ({ id: uuidv7(), text, timestamp })

test('a story that was added is found, listed and whole', async () => {
  const { client } = await person()
  const story = wedding()

  const added = await client.stories.create(story)

  expect(added).toMatchObject({
    ...story,
    notes: [],
    recordings: [],
    files: [],
    duration: 0,
    recordingState: null,
  })
  expect(await client.stories.get({ id: story.id })).toEqual(added)
  expect((await client.stories.list({})).items).toMatchObject([
    { id: story.id, noteCount: 0, thumbnail: null },
  ])
})

test('adding the same story twice, as a device does that lost the answer, changes nothing', async () => {
  const { client } = await person()
  const story = wedding()
  const added = await client.stories.create(story)

  expect(await client.stories.create({ ...story, title: 'Another title' })).toEqual(added)
})

test('the list comes newest first, page by page, each story once', async () => {
  const { client } = await person()
  const ids = Array.from({ length: 7 }, () => uuidv7())
  for (const id of ids) await client.stories.create({ ...wedding(), id })

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.stories.list({ limit: 3, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map((item) => item.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)

  expect(seen).toEqual(ids.toReversed())
})

test('a cursor that names a day which never was is refused, not a failure of ours', async () => {
  const { client } = await person()
  const cursor = Buffer.from(JSON.stringify(['2026-02-30T00:00:00Z', uuidv7()])).toString('base64url')

  await expect(client.stories.list({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('an edit changes what it names and leaves the rest', async () => {
  const { client } = await person()
  const story = wedding()
  await client.stories.create(story)

  const edited = await client.stories.update({
    id: story.id,
    title: 'Odessa, 1961',
    tags: ['rain', 'family'],
  })

  expect(edited).toMatchObject({
    title: 'Odessa, 1961',
    tags: ['rain', 'family'],
    description: story.description,
  })
})

test('notes are replaced by difference: the ones that stay keep their row', async () => {
  const { client } = await person()
  const story = wedding()
  await client.stories.create(story)
  const [kept, dropped, added] = [note('The band'), note('The cake'), note('The long way home')]
  const before = await client.stories.update({ id: story.id, notes: [kept, dropped] })

  const after = await client.stories.update({
    id: story.id,
    notes: [added, { ...kept, text: 'The brass band' }],
  })

  expect(after.notes.map(({ id, text }) => ({ id, text }))).toEqual([
    { id: added.id, text: 'The long way home' },
    { id: kept.id, text: 'The brass band' },
  ])
  expect(after.notes[1]?.createdAt).toBe(before.notes[0]?.createdAt)
})

test('a note written while recording is added behind the others and can be rewritten in its place', async () => {
  const { client } = await person()
  const story = wedding()
  await client.stories.create(story)
  const [first, second] = [note('The band'), note('The cake')]
  await client.stories.putNote({ storyId: story.id, ...first })
  await client.stories.putNote({ storyId: story.id, ...second })
  await client.stories.putNote({ storyId: story.id, ...first, text: 'The brass band' })

  const { notes } = await client.stories.get({ id: story.id })

  expect(notes.map(({ text }) => text)).toEqual(['The brass band', 'The cake'])
})

test('a story holds so many notes and no more', async () => {
  const { client, id: userId } = await person()
  const story = wedding()
  await client.stories.create(story)
  await database.asOwner(
    `insert into story_notes (user_id, story_id, text) select $1, $2, 'x' from generate_series(1, $3)`,
    [userId, story.id, limits.notesPerStory],
  )

  await expect(client.stories.putNote({ storyId: story.id, ...note('One more') })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  })
})

test('a deleted story leaves the list and the page, comes back when restored, and cannot be added over', async () => {
  const { client } = await person()
  const story = wedding()
  await client.stories.create(story)

  await client.stories.delete({ id: story.id })

  expect((await client.stories.list({})).items).toEqual([])
  await expect(client.stories.get({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.stories.create(story)).rejects.toMatchObject({ code: 'GONE' })

  await client.stories.restore({ id: story.id })
  // Asked again because the first answer was lost.
  expect(await client.stories.restore({ id: story.id })).toEqual({ id: story.id })
  expect(await client.stories.get({ id: story.id })).toMatchObject({ title: story.title })
})

test('after 30 days in the trash nothing comes back', async () => {
  const { client } = await person()
  const story = wedding()
  await client.stories.create(story)
  await client.stories.delete({ id: story.id })
  await database.asOwner(`update stories set deleted_at = now() - interval '31 days' where id = $1`, [
    story.id,
  ])

  await expect(client.stories.restore({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a blank title and a text with a NUL character are refused, each as a bad request', async () => {
  const { client } = await person()

  await expect(client.stories.create({ ...wedding(), title: '   ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(client.stories.create({ ...wedding(), title: 'a\u0000b' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('somebody else’s story is not to be seen, changed, noted in, deleted or restored', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const story = wedding()
  await ana.client.stories.create(story)
  const { id } = story
  const theirs = note('Mine now')

  const attempts = await Promise.allSettled([
    mallory.client.stories.get({ id }),
    mallory.client.stories.update({ id, title: 'Mine now' }),
    mallory.client.stories.putNote({ storyId: id, ...theirs }),
    mallory.client.stories.delete({ id }),
    mallory.client.stories.restore({ id }),
  ])

  for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { code: 'NOT_FOUND' } })
  expect(await ana.client.stories.get({ id })).toMatchObject({ title: story.title, notes: [] })
})

test('whoever re-uses somebody else’s id names a story of their own', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const story = wedding()
  await ana.client.stories.create(story)

  await mallory.client.stories.create({ ...story, title: 'Another story' })

  expect(await ana.client.stories.get({ id: story.id })).toMatchObject({ title: story.title })
  expect(await mallory.client.stories.get({ id: story.id })).toMatchObject({ title: 'Another story' })
})

test('of two who change one story at once, the second overwrites nothing unread', async () => {
  const { client } = await person()
  const { id } = await client.stories.create(wedding())
  const was = { title: 'The wedding in Odessa' }
  await client.stories.update({ id, title: 'The wedding', was })

  const second = client.stories.update({ id, title: 'In Odessa', was })
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await client.stories.get({ id })).toMatchObject({ title: 'The wedding' })

  // A change of another field is no conflict.
  await client.stories.update({ id, speakers: ['Elena', 'Boris'], was: { speakers: ['Elena'] } })
  expect(await client.stories.get({ id })).toMatchObject({
    title: 'The wedding',
    speakers: ['Elena', 'Boris'],
  })
})

test('a change that is sent again, because its answer was lost, is answered as the first time', async () => {
  const { client } = await person()
  const { id } = await client.stories.create(wedding())
  const change = {
    id,
    title: 'The wedding',
    tags: ['Family'],
    was: { title: 'The wedding in Odessa', tags: [] },
  }
  await client.stories.update(change)

  expect(await client.stories.update(change)).toMatchObject({ title: 'The wedding', tags: ['Family'] })
  const other = client.stories.update({ ...change, title: 'In Odessa' })
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a note that somebody else has reworded stays, and writing the same words twice is fine', async () => {
  const { client } = await person()
  const { id: storyId } = await client.stories.create(wedding())
  const said = note('It rained.')
  await client.stories.putNote({ storyId, ...said })
  await client.stories.putNote({ storyId, ...said, text: 'It poured.', was: 'It rained.' })

  const second = client.stories.putNote({ storyId, ...said, text: 'It snowed.', was: 'It rained.' })
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' })
  // The response was lost, and the device asks again.
  await client.stories.putNote({ storyId, ...said, text: 'It poured.', was: 'It rained.' })
  expect((await client.stories.get({ id: storyId })).notes).toMatchObject([{ text: 'It poured.' }])
})
