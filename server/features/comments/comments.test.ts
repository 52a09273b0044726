import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { asUser, asWorker } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser, startRecording } from '../../testing/recorder.ts'
import { deleteExpired } from '../stories/stories.ts'

const { person, database, services } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>

async function storyOf({ client }: Person): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title: 'The harbour dance', method: 'journal' })
  return id
}

test('what was said comes back newest first, page by page, with its author and its moment', async () => {
  const ana = await person('Ana Petrova')
  const recording = await startRecording(ana)
  const storyId = recording.story.id
  const said = ['first', 'second', 'third'].map((text) => ({ storyId, id: uuidv7(), text }))
  const moment = { recordingId: recording.id, atMs: 61_500 }
  for (const each of said) await ana.client.comments.add({ ...each, moment })

  const first = await ana.client.comments.list({ storyId, limit: 2 })
  const rest = await ana.client.comments.list({ storyId, limit: 2, cursor: first.nextCursor ?? '' })

  expect([...first.items, ...rest.items]).toMatchObject([
    { text: 'third', author: 'Ana Petrova', moment, mayEdit: true, mayDelete: true, editedAt: null },
    { text: 'second' },
    { text: 'first' },
  ])
  expect(rest.nextCursor).toBeNull()
})

test('a comment sent twice, as after a lost answer, is one comment', async () => {
  const ana = await person()
  const comment = { storyId: await storyOf(ana), id: uuidv7(), text: 'I was there, too.' }
  const added = await ana.client.comments.add(comment)

  expect(await ana.client.comments.add({ ...comment, text: 'Something else' })).toEqual(added)
  expect((await ana.client.comments.list({ storyId: comment.storyId })).items).toHaveLength(1)
})

test('nobody says something under the id of what somebody else has said', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  await ana.client.comments.add({ ...place, text: 'I was there.' })
  const on = { resourceType: 'story', resourceId: place.storyId } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })

  await expect(boris.client.comments.add({ ...place, text: 'I was not.' })).rejects.toMatchObject({
    code: 'GONE',
  })
  expect((await ana.client.comments.list(place)).items).toMatchObject([
    { text: 'I was there.', author: 'Ana' },
  ])
})

test('text of nothing, of one letter too many and of a megabyte is refused, and nothing is stored', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  const say = (text: string) => ana.client.comments.add({ storyId, id: uuidv7(), text })

  await expect(say('  \n ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(say('a'.repeat(limits.commentText + 1))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(say('a'.repeat(1_000_000))).rejects.toMatchObject({ status: 413 })
  expect((await ana.client.comments.list({ storyId })).items).toEqual([])
})

test('an edited comment says so and keeps its place', async () => {
  const ana = await person()
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const { createdAt } = await ana.client.comments.add({ ...place, text: 'In 1961' })

  const edited = await ana.client.comments.edit({ ...place, text: 'In 1962' })

  expect(edited).toMatchObject({ text: 'In 1962', createdAt, editedAt: expect.any(String) })
})

test('a comment that was reworded on another device is overwritten by nobody who has not read that', async () => {
  const ana = await person()
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  await ana.client.comments.add({ ...place, text: 'In 1961' })
  const change = { ...place, was: 'In 1961', text: 'In 1962, in spring' }
  await ana.client.comments.edit(change)

  const unread = ana.client.comments.edit({ ...change, text: 'In 1963' })
  await expect(unread).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await ana.client.comments.edit(change)).toMatchObject({ text: 'In 1962, in spring' })
  const read = { ...place, was: 'In 1962, in spring', text: 'In 1963, in spring' }
  expect(await ana.client.comments.edit(read)).toMatchObject({ text: 'In 1963, in spring' })
})

test('a deleted comment is gone from the list until it is brought back', async () => {
  const ana = await person()
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const said = await ana.client.comments.add({ ...place, text: 'Let me think.' })
  await ana.client.comments.delete(place)

  expect((await ana.client.comments.list(place)).items).toEqual([])
  await expect(ana.client.comments.edit({ ...place, text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.client.comments.add({ ...place, text: 'x' })).rejects.toMatchObject({ code: 'GONE' })

  expect(await ana.client.comments.restore(place)).toEqual(said)
})

test('a comment that is deleted by who keeps the story while its author rewords it is not there any more', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const on = { resourceType: 'story', resourceId: place.storyId } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  await boris.client.comments.add({ ...place, text: 'I was there.' })
  const keeper = await otherTransaction(database)
  await keeper.query('update comments set deleted_at = now() where id = $1', [place.id])

  const rewording = codeOf(boris.client.comments.edit({ ...place, text: 'I was there, too.' }))
  await somebodyWaits(database)
  await keeper.query('commit')

  expect(await rewording).toBe('NOT_FOUND')
})

test('a comment that was deleted by somebody else in the same moment is not said to be deleted once more', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const on = { resourceType: 'story', resourceId: place.storyId } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  await boris.client.comments.add({ ...place, text: 'I was there.' })
  const keeper = await otherTransaction(database)
  await keeper.query('update comments set deleted_at = now() where id = $1', [place.id])

  const deleting = codeOf(boris.client.comments.delete(place))
  await somebodyWaits(database)
  await keeper.query('commit')

  expect(await deleting).toBe('NOT_FOUND')
})

test('whoever deleted another’s comment as an admin brings it back as an admin, and not as a viewer', async () => {
  const [ana, boris, carla] = [await person('Ana'), await person('Boris'), await person('Carla')]
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const on = { resourceType: 'story', resourceId: place.storyId } as const
  const { id } = await ana.client.sharing.share({ ...on, email: boris.email, role: 'admin' })
  await ana.client.sharing.share({ ...on, email: carla.email, role: 'viewer' })
  await carla.client.comments.add({ ...place, text: 'I was there.' })
  await boris.client.comments.delete(place)
  const shown = async () => (await carla.client.comments.list(place)).items.length

  await ana.client.sharing.setRole({ ...on, id, role: 'viewer' })
  expect(await codeOf(boris.client.comments.restore(place))).toBe('FORBIDDEN')
  expect(await shown()).toBe(0)

  await ana.client.sharing.setRole({ ...on, id, role: 'admin' })
  expect(await codeOf(boris.client.comments.restore(place))).toBe('done')
  expect(await shown()).toBe(1)
})

test('deleted comments go for good with the nightly job, after their days', async () => {
  const ana = await person()
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  await ana.client.comments.add({ ...place, text: 'Let me think.' })
  await ana.client.comments.delete(place)
  await deleteExpired(services.db)
  const stays = await database.asOwner('select 1 from comments where id = $1', [place.id])
  await database.asOwner(`update comments set deleted_at = now() - interval '31 days' where id = $1`, [
    place.id,
  ])

  await deleteExpired(services.db)

  expect(stays.rowCount).toBe(1)
  expect((await database.asOwner('select 1 from comments where id = $1', [place.id])).rowCount).toBe(0)
})

test('a moment later than any recording lasts is refused, and the last possible one is not', async () => {
  const ana = await person()
  const { id: recordingId, story } = await startRecording(ana)
  const say = (atMs: number) =>
    codeOf(
      ana.client.comments.add({
        storyId: story.id,
        id: uuidv7(),
        text: 'Here',
        moment: { recordingId, atMs },
      }),
    )

  expect(await say(limits.recordingMsMax + 1)).toBe('BAD_REQUEST')
  expect(await say(limits.recordingMsMax)).toBe('done')
})

test('a moment of another story’s recording is refused by the database itself', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  const other = await startRecording(ana)
  const moment = { recordingId: other.id, atMs: 0 }

  await expect(
    ana.client.comments.add({ storyId, id: uuidv7(), text: 'Here', moment }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const written = asUser(services.db, ana.claims, (tx) =>
    tx
      .insertInto('comments')
      .values({
        user_id: ana.id,
        id: uuidv7(),
        story_id: storyId,
        author_id: ana.id,
        text: 'Here',
        recording_id: other.id,
        at_ms: 0,
      })
      .execute(),
  )
  await expect(written).rejects.toMatchObject({ code: '23503' })
})

test('nobody writes in another’s name, whoever they are', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const storyId = await storyOf(ana)
  const values = { user_id: ana.id, story_id: storyId, id: uuidv7(), text: 'Hello' }

  const forged = asUser(services.db, ana.claims, (tx) =>
    tx
      .insertInto('comments')
      .values({ ...values, author_id: boris.id })
      .execute(),
  )
  await expect(forged).rejects.toMatchObject({ code: '42501' })

  const named = asUser(services.db, ana.claims, (tx) =>
    tx
      .insertInto('comments')
      .values({ ...values, author_id: ana.id, author_name: 'Boris' })
      .execute(),
  )
  await expect(named).rejects.toMatchObject({ code: '42501' })
})

test('nobody puts words into another’s mouth, also who may delete what was said', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const place = { storyId: await storyOf(ana), id: uuidv7() }
  const on = { resourceType: 'story', resourceId: place.storyId } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  await boris.client.comments.add({ ...place, text: 'I was there.' })

  const reworded = asUser(services.db, ana.claims, (tx) =>
    tx.updateTable('comments').set({ text: 'I was not.' }).where('id', '=', place.id).execute(),
  )

  await expect(reworded).rejects.toMatchObject({ code: '42501' })
})

test('a name that is changed is changed at what its owner said', async () => {
  const ana = await person('Ana Petrova')
  const storyId = await storyOf(ana)
  await ana.client.comments.add({ storyId, id: uuidv7(), text: 'Hello' })

  await ana.client.account.updateProfile({ fullName: 'Ana Schmidt' })

  expect((await ana.client.comments.list({ storyId })).items).toMatchObject([{ author: 'Ana Schmidt' }])
})

test('whoever has no name is named by the address they have now, at what they said before, too', async () => {
  const ana = await person('Ana Petrova')
  const storyId = await storyOf(ana)
  const author = async () => (await ana.client.comments.list({ storyId })).items.map((one) => one.author)
  const move = (to: string) =>
    database.asOwner('update auth.users set email = $2 where id = $1', [
      ana.id,
      `${to}-${ana.id}@example.com`,
    ])
  await ana.client.comments.add({ storyId, id: uuidv7(), text: 'Hello' })
  await move('old')
  expect(await author()).toEqual(['Ana Petrova'])
  await database.asOwner(`update profiles set full_name = '' where id = $1`, [ana.id])
  expect(await author()).toEqual([`old-${ana.id}`])

  await move('new')

  expect(await author()).toEqual([`new-${ana.id}`])
})

test('a story in the trash takes and shows no comments', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await ana.client.stories.delete({ id: storyId })

  await expect(ana.client.comments.list({ storyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.client.comments.add({ storyId, id: uuidv7(), text: 'Hello' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a job reads the comments of whose rows it works on and writes none', async () => {
  const [ana, boris] = [await person(), await person()]
  await ana.client.comments.add({ storyId: await storyOf(ana), id: uuidv7(), text: 'Hello' })

  const read = (userId: string) =>
    asWorker(services.db, userId, (tx) => tx.selectFrom('comments').select('id').execute())

  expect(await read(ana.id)).toHaveLength(1)
  expect(await read(boris.id)).toEqual([])
})
