import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { asUser } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { deleteExpired } from './stories.ts'

const { person, database, services } = await createTestKinora()

async function journal({ client }: Person) {
  const { id } = await client.stories.create({ id: uuidv7(), title: 'The album', method: 'journal' })
  return id
}

async function entry({ client }: Person, storyId: string, text: string) {
  const { id } = await client.stories.putNote({ storyId, id: uuidv7(), text, timestamp: '00:00' })
  return id
}

/** A file as an upload leaves it. */
async function file(owner: Person, storyId: string, fileName: string) {
  const id = uuidv7()
  await asUser(services.db, owner.claims, (tx) =>
    tx
      .insertInto('media')
      .values({
        user_id: owner.id,
        id,
        story_id: storyId,
        role: 'original',
        kind: 'image',
        state: 'stored',
        mime_type: 'image/png',
        file_name: fileName,
        storage_key: `media/${owner.id}/${id}`,
      })
      .execute(),
  )
  return id
}

/** The poster that a job makes of a file. */
async function poster(owner: Person, storyId: string, source: string) {
  const id = uuidv7()
  const row = { user_id: owner.id, id, story_id: storyId, source_media_id: source, state: 'stored' }
  const kind = {
    role: 'poster',
    kind: 'image',
    mime_type: 'image/jpeg',
    storage_key: `media/${owner.id}/${id}`,
  }
  await asUser(services.db, owner.claims, (tx) =>
    tx
      .insertInto('media')
      .values({ ...row, ...kind })
      .execute(),
  )
  return id
}

const textsOf = async ({ client }: Person, id: string) =>
  (await client.stories.get({ id })).notes.map(({ text }) => text)

test('entries and files stand in the order they were put in, and keep their ids', async () => {
  const ana = await person()
  const id = await journal(ana)
  const [bread, rain, ring] = [
    await entry(ana, id, 'Bread'),
    await entry(ana, id, 'Rain'),
    await entry(ana, id, 'Ring'),
  ]
  const [house, boat] = [await file(ana, id, 'house.png'), await file(ana, id, 'boat.png')]

  const arranged = await ana.client.stories.arrange({ id, notes: [ring, bread, rain], files: [boat, house] })

  expect(arranged.notes.map((note) => note.id)).toEqual([ring, bread, rain])
  expect(arranged.files.map((each) => each.id)).toEqual([boat, house])
})

test('the first picture in the family’s order is the story’s face', async () => {
  const ana = await person()
  const id = await journal(ana)
  const [house, boat] = [await file(ana, id, 'house.png'), await file(ana, id, 'boat.png')]
  const [ofHouse, ofBoat] = [await poster(ana, id, house), await poster(ana, id, boat)]
  const face = async () => (await ana.client.stories.list({})).items[0]?.thumbnail
  expect(await face()).toContain(ofHouse)

  await ana.client.stories.arrange({ id, files: [boat, house] })

  expect(await face()).toContain(ofBoat)
})

test('what was added meanwhile and is not named in an order follows behind; an unknown id is nobody’s', async () => {
  const ana = await person()
  const id = await journal(ana)
  const [bread, rain] = [await entry(ana, id, 'Bread'), await entry(ana, id, 'Rain')]
  await entry(ana, id, 'Written on the other device')

  await ana.client.stories.arrange({ id, notes: [rain, uuidv7(), bread] })

  expect(await textsOf(ana, id)).toEqual(['Rain', 'Bread', 'Written on the other device'])
})

test('an entry that was taken out comes back to its place, with its age', async () => {
  const ana = await person()
  const id = await journal(ana)
  const bread = await entry(ana, id, 'Bread')
  await entry(ana, id, 'Rain')
  const before = (await ana.client.stories.get({ id })).notes

  await ana.client.stories.deleteNote({ storyId: id, id: bread })
  expect(await textsOf(ana, id)).toEqual(['Rain'])
  await ana.client.stories.putNote({ storyId: id, id: bread, text: 'Bread', timestamp: '00:00' })

  expect((await ana.client.stories.get({ id })).notes).toEqual(before)
})

test('an entry goes for good after its days in the bin, and no earlier', async () => {
  const ana = await person()
  const id = await journal(ana)
  const [old, recent] = [await entry(ana, id, 'Old'), await entry(ana, id, 'Recent')]
  for (const note of [old, recent]) await ana.client.stories.deleteNote({ storyId: id, id: note })
  await database.asOwner(
    `update deleted_notes set deleted_at = now() - make_interval(days => $2) where id = $1`,
    [old, limits.trashDays + 1],
  )

  await deleteExpired(services.db)

  const left = await database.asOwner('select id from deleted_notes where user_id = $1', [ana.id])
  expect(left.rows).toEqual([{ id: recent }])
})

test('a film that is taken out while its story is put in order is gone, and what is told of its transcript with it', async () => {
  const ana = await person()
  const id = await journal(ana)
  const film = await file(ana, id, 'film.mp4')
  await database.asOwner(
    `insert into transcripts (user_id, id, story_id, media_id, state) values ($1, $2, $3, $2, 'processing')`,
    [ana.id, film, id],
  )
  const other = await otherTransaction(database)
  await other.query('select from stories where id = $1 for update', [id])

  const removed = ana.client.media.remove({ id: film })
  await somebodyWaits(database)
  await other.query('update media set position = 1 where id = $1', [film])
  await other.query('commit')
  await removed

  expect(await ana.client.stories.get({ id })).toMatchObject({ files: [], transcriptionStatus: 'pending' })
})

test('nobody arranges, describes, sees or brings back what is somebody else’s', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const id = await journal(ana)
  const [bread, rain] = [await entry(ana, id, 'Bread'), await entry(ana, id, 'Rain')]
  const house = await file(ana, id, 'house.png')
  await ana.client.stories.deleteNote({ storyId: id, id: await entry(ana, id, 'Gone') })
  const refused = { code: 'NOT_FOUND' }

  await expect(mallory.client.stories.arrange({ id, notes: [rain, bread] })).rejects.toMatchObject(refused)
  await expect(mallory.client.media.describe({ id: house, caption: 'Mine' })).rejects.toMatchObject(refused)

  const own = await journal(mallory)
  await mallory.client.stories.arrange({ id: own, notes: [rain], files: [house] })
  const seen = await asUser(services.db, mallory.claims, (tx) =>
    tx.selectFrom('deleted_notes').selectAll().execute(),
  )
  expect(seen).toEqual([])
  expect(await textsOf(ana, id)).toEqual(['Bread', 'Rain'])
})

test('a caption is kept and read with the story; one that is too long is refused', async () => {
  const ana = await person()
  const id = await journal(ana)
  const house = await file(ana, id, 'house.png')

  await ana.client.media.describe({ id: house, caption: '  The house by the canal, 1961 ' })

  const [kept] = (await ana.client.stories.get({ id })).files
  expect(kept).toMatchObject({ id: house, caption: 'The house by the canal, 1961' })
  const caption = 'x'.repeat(limits.caption + 1)
  await expect(ana.client.media.describe({ id: house, caption })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('an entry that came back with the whole list is taken out again', async () => {
  const ana = await person()
  const id = await journal(ana)
  const bread = await entry(ana, id, 'Bread')
  await ana.client.stories.deleteNote({ storyId: id, id: bread })
  await ana.client.stories.update({ id, notes: [{ id: bread, text: 'Bread, again', timestamp: '00:00' }] })

  await ana.client.stories.deleteNote({ storyId: id, id: bread })

  expect(await textsOf(ana, id)).toEqual([])
  await ana.client.stories.putNote({ storyId: id, id: bread, text: 'Bread', timestamp: '00:00' })
  expect(await textsOf(ana, id)).toEqual(['Bread'])
})

test('a caption that was reworded meanwhile is not written over', async () => {
  const ana = await person()
  const id = await file(ana, await journal(ana), 'house.png')
  await ana.client.media.describe({ id, caption: 'By the sea', was: '' })

  await expect(ana.client.media.describe({ id, caption: 'By the lake', was: '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  // The response was lost and the device asks again: the caption has the wanted text already.
  const again = { id, caption: 'By the sea', was: '' }
  expect(await ana.client.media.describe(again)).toMatchObject({ caption: 'By the sea' })
  const meant = { id, caption: 'By the lake', was: 'By the sea' }
  expect(await ana.client.media.describe(meant)).toMatchObject({ caption: 'By the lake' })
})
