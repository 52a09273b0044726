import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { findMediaTool } from '../../media/find-media-tool.ts'
import type { Storage } from '../../storage/storage.ts'
import { unzip } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { recordWhole } from '../../testing/recorder.ts'
import { hearWords } from '../../testing/transcripts.ts'
import { emptyBin } from '../media/media.ts'
import { storybookJobs } from './make-export.ts'

const { person, services, database } = await createTestKinora()
afterEach(() => void vi.restoreAllMocks())

/** A book, and a file of it that was requested but not made yet. */
async function askedFor() {
  const ana = await person()
  const [story, book, file] = [uuidv7(), uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: story, title: 'The dance', method: 'journal' })
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [story] })
  await ana.client.storybookExports.start({ id: file, storybookId: book, format: 'epub', voiceLinks: false })
  return { ana, book, file, key: `media/${ana.id}/book-${file}` }
}

async function make(who: Person, file: string, parts = services) {
  const [handler] = storybookJobs(parts, () => findMediaTool())
  const job = { log: services.log, attempt: 1, isLastAttempt: true, signal: new AbortController().signal }
  await handler?.run({ userId: who.id, exportId: file }, job)
}

/** While the file is written, its book is deleted for good and the bin is emptied. */
function goesMeanwhile({ ana, book }: { ana: Person; book: string }) {
  const put = services.storage.put.bind(services.storage)
  return vi.spyOn(services.storage, 'put').mockImplementationOnce(async (...given) => {
    await ana.client.storybooks.delete({ id: book })
    await ana.client.trash.deleteForGood({ type: 'storybook', id: book })
    await emptyBin(services)
    return put(...given)
  })
}

test('a book that is deleted for good while it is printed leaves no file behind', async () => {
  const asked = await askedFor()
  const putting = goesMeanwhile(asked)

  await make(asked.ana, asked.file)

  expect(putting).toHaveBeenCalledOnce()
  expect(await services.storage.stat(asked.key)).toBeNull()
})

test('nor where the worker that printed it died before it knew', async () => {
  const { ana, book, file, key } = await askedFor()
  await ana.client.storybooks.delete({ id: book })
  await ana.client.trash.deleteForGood({ type: 'storybook', id: book })
  await emptyBin(services)
  await services.storage.put(key, Buffer.from('a book'))

  await make(ana, file)

  expect(await services.storage.stat(key)).toBeNull()
})

test('a file that is there stays, however often its job comes', async () => {
  const { ana, file, key } = await askedFor()
  await make(ana, file)
  await make(ana, file)

  expect(await services.storage.stat(key)).not.toBeNull()
})

test('a run that fails after another one has made the file leaves it completed', async () => {
  const { ana, book, file } = await askedFor()
  vi.spyOn(services.storage, 'put').mockImplementationOnce(async () => {
    await make(ana, file)
    throw new Error('the store is away')
  })

  await expect(make(ana, file)).rejects.toThrow('the store is away')

  expect(await ana.client.storybookExports.list({ storybookId: book })).toMatchObject([
    { id: file, state: 'completed' },
  ])
})

test('a run that begins in the moment in which another one completes the file makes none', async () => {
  const { ana, book, file } = await askedFor()
  const putting = vi.spyOn(services.storage, 'put')
  const other = await otherTransaction(database)
  await other.query(`update storybook_exports set state = 'completed', progress = 100 where id = $1`, [file])
  const making = make(ana, file)
  await somebodyWaits(database)
  await other.query('commit')
  await making

  expect(putting).not.toHaveBeenCalled()
  expect(await ana.client.storybookExports.list({ storybookId: book })).toMatchObject([
    { id: file, state: 'completed', progress: 100 },
  ])
})

/** Whether the list of files says that the book has changed since its file was made. */
async function isOutdated({ ana, book }: { ana: Person; book: string }) {
  const [file] = await ana.client.storybookExports.list({ storybookId: book })
  return file?.isOutdated
}

test('a file says whether its book has been changed since', async () => {
  const asked = await askedFor()
  const { ana, book, file } = asked
  await make(ana, file)
  expect(await isOutdated(asked)).toBe(false)

  const { version } = await ana.client.storybooks.get({ id: book })
  await ana.client.storybooks.update({ id: book, baseVersion: version, title: 'Our book, again' })
  expect(await isOutdated(asked)).toBe(true)

  const anew = uuidv7()
  await ana.client.storybookExports.start({ id: anew, storybookId: book, format: 'epub', voiceLinks: false })
  await make(ana, anew)
  expect(await isOutdated(asked)).toBe(false)

  const [cover] = (await ana.client.storybooks.pages({ id: book })).items
  if (cover?.content.kind !== 'cover') throw new Error('a book begins with its cover')
  const reworded = { ...cover.content, title: 'Ours' }
  await ana.client.storybooks.editPage({
    storybookId: book,
    id: cover.id,
    baseVersion: cover.version,
    content: reworded,
  })
  expect(await isOutdated(asked)).toBe(true)
})

test('a file is of the book as it stood at one moment, and says when it changed while it was read', async () => {
  const asked = await askedFor()
  const { ana, book, file } = asked
  const writes = vi.spyOn(services.storage, 'put')
  const other = await otherTransaction(database)
  await other.query('lock table storybook_pages in access exclusive mode')
  const making = make(ana, file)
  await somebodyWaits(database)

  await other.query(`update storybooks set title = 'Renamed', version = version + 1 where id = $1`, [book])
  await other.query(
    `update storybook_pages set version = version + 1, content = content || '{"title":"Renamed"}'
     where storybook_id = $1 and kind = 'cover'`,
    [book],
  )
  await other.query('commit')
  await making

  expect(writes).toHaveBeenCalledOnce()
  const files = await unzip(await buffer(await services.storage.read(asked.key)))
  const naming = [...files].flatMap(([name, bytes]) => (bytes.includes('Renamed') ? [name] : []))
  expect(naming).toEqual([])
  expect(await isOutdated(asked)).toBe(true)
})

/** Has no paths of its own, as an S3 store has none. */
const elsewhere: Storage = new Proxy(services.storage, {
  get: (target, name) => (name === 'localPath' ? () => null : Reflect.get(target, name, target).bind(target)),
})

const onCover = (name: string) => ({ kind: 'picture', name, story: '' })
const inDance = (name: string) => ({ kind: 'picture', name, story: 'The dance' })

test.each([
  ['on a disk', services.storage],
  ['in a store elsewhere', elsewhere],
])('a book whose photograph is lost %s is made without it, and says so', async (_where, storage) => {
  const asked = await askedFor()
  await addPhoto(asked, 'a.png')

  await make(asked.ana, asked.file, { ...services, storage })

  expect(await asked.ana.client.storybookExports.list({ storybookId: asked.book })).toMatchObject([
    { state: 'completed', leftOut: [onCover('a.png'), inDance('a.png')] },
  ])
})

test('a book says which of its pictures cannot be drawn, by their caption where they have one, until it is made of others', async () => {
  const asked = await askedFor()
  const { ana, book, file } = asked
  const [portrait, gone] = [await addPhoto(asked, 'a.png', 'Grandfather'), await addPhoto(asked, 'b.png')]
  await services.storage.put(`media/${ana.id}/${portrait}`, Buffer.from('no picture'))
  await database.asOwner('delete from media where id = $1', [gone])

  await make(ana, file)

  const told = async () => (await ana.client.storybookExports.list({ storybookId: book }))[0]?.leftOut
  expect(await told()).toEqual([onCover('Grandfather'), inDance('Grandfather'), inDance('')])
  await database.asOwner('delete from media where id = $1', [portrait])
  const { version } = await ana.client.storybooks.get({ id: book })
  await ana.client.storybooks.layOut({ id: book, baseVersion: version })
  const anew = uuidv7()
  await ana.client.storybookExports.start({ id: anew, storybookId: book, format: 'epub', voiceLinks: false })
  expect(await told()).toEqual([])
  await make(ana, anew)
  expect(await told()).toEqual([])
})

/** Adds a photograph without its bytes to the story, and lays the book out with it. @returns its id */
async function addPhoto({ ana, book }: { ana: Person; book: string }, fileName: string, caption = '') {
  const [{ id: story } = { id: '' }] = (await ana.client.stories.list({})).items
  const photo = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, caption, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, $5, 9, $6)`,
    [ana.id, photo, story, fileName, caption, `media/${ana.id}/${photo}`],
  )
  const { version } = await ana.client.storybooks.get({ id: book })
  await ana.client.storybooks.layOut({ id: book, baseVersion: version })
  const { items: pages } = await ana.client.storybooks.pages({ id: book })
  expect(JSON.stringify(pages)).toContain(photo)
  return photo
}

test('a request that comes again when a newer file was asked for leaves the newer one, also one whose file failed', async () => {
  const { ana, book, file } = await askedFor()
  await make(ana, file)
  const start = (id: string) =>
    ana.client.storybookExports.start({ id, storybookId: book, format: 'epub', voiceLinks: false })
  const [failed, newest] = [uuidv7(), uuidv7()]
  await start(failed)
  await database.asOwner(`update storybook_exports set state = 'failed' where id = $1`, [failed])
  await start(newest)
  await make(ana, newest)

  for (const late of [file, failed]) {
    expect(await start(late)).toMatchObject({ id: newest, state: 'completed' })
  }

  expect(await ana.client.storybookExports.list({ storybookId: book })).toMatchObject([{ id: newest }])
  expect((await ana.client.billing.get()).usage.exports.used).toBe(2)
})

test('a request for codes that comes again does not open what was closed since', async () => {
  const ana = await person()
  const { id: recording, story } = await recordWhole(ana, new TextEncoder().encode('film'))
  await hearWords(services, ana, recording, 'We danced until morning.')
  const { id: storybookId } = await ana.client.storybooks.create({
    id: uuidv7(),
    title: 'Our book',
    storyIds: [story.id],
  })
  const link = () => ana.client.publicLinks.get({ storyId: story.id })
  const wanted = { storybookId, id: uuidv7(), format: 'pdf', voiceLinks: true } as const
  await ana.client.storybookExports.start(wanted)
  expect(await link()).not.toBeNull()
  await ana.client.publicLinks.turnOff({ storyId: story.id })

  expect(await ana.client.storybookExports.start(wanted)).toMatchObject({ id: wanted.id })

  expect(await link()).toBeNull()
})
