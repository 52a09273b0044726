import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { SharedRole } from '#contract/rights.ts'
import { asUser } from '../../db/actor.ts'
import { codeOf } from '../../testing/code-of.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import { recordWhole } from '../../testing/recorder.ts'
import { hearWords } from '../../testing/transcripts.ts'

const { app, person, services, database } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>

async function photoOf(who: Person, storyId: string): Promise<string> {
  const id = uuidv7()
  const key = `media/${who.id}/${id}`
  await services.storage.put(key, Buffer.from('photo'))
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 'wedding.png', 5, $4)`,
    [who.id, id, storyId, key],
  )
  return id
}

/** A book of one told story with a photograph, beside a second story that is in no book, shared with somebody. */
async function shared(role: SharedRole) {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  await database.asOwner(`update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const { id: recordingId, story } = await recordWhole(ana, new TextEncoder().encode(`film ${uuidv7()}`))
  await hearWords(services, ana, recordingId, 'We danced until morning.')
  const photoId = await photoOf(ana, story.id)
  const other = await recordWhole(ana, new TextEncoder().encode(`other ${uuidv7()}`))
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'Our book', storyIds: [story.id] })
  const on = { resourceType: 'storybook', resourceId: book.id } as const
  const share = await ana.client.sharing.share({ ...on, email: boris.email, role })
  return { ana, boris, book, on, share, recordingId, photoId, storyId: story.id, other }
}

async function textPage(who: Person, id: string) {
  const { items } = await who.client.storybooks.pages({ id })
  const page = items.find(({ content }) => content.kind === 'text')
  if (page?.content.kind !== 'text') throw new Error('no page of text')
  const passages = page.content.passages.map((passage) => ({ id: passage.id, text: 'We danced till dawn.' }))
  return { page, content: { kind: 'text', passages } as const }
}

const edit = async (who: Person, storybookId: string) => {
  const { page, content } = await textPage(who, storybookId)
  return who.client.storybooks.editPage({ storybookId, id: page.id, baseVersion: page.version, content })
}

test('a viewer reads a shared book, sees its pictures and hears its voices, and nothing else of its stories', async () => {
  const { ana, boris, book, recordingId, photoId, storyId, other } = await shared('viewer')

  expect(await boris.client.storybooks.get({ id: book.id })).toMatchObject({
    title: 'Our book',
    role: 'viewer',
    ownerName: 'Ana',
    storyCount: 1,
    stories: [],
    pageCount: book.pageCount,
  })
  const voice = await boris.client.storybooks.voice({ storybookId: book.id, recordingId })
  for (const id of [voice.mediaId, photoId]) {
    const { url } = await boris.client.media.address({ id })
    expect((await app.request(url)).status).toBe(200)
  }
  expect(await codeOf(boris.client.stories.get({ id: storyId }))).toBe('NOT_FOUND')
  expect(await codeOf(boris.client.media.describe({ id: photoId, caption: 'Taken' }))).not.toBe('done')
  const { recordings } = await ana.client.stories.get({ id: other.story.id })
  expect(await codeOf(boris.client.media.address({ id: recordings[0]?.originalMediaId ?? '' }))).toBe(
    'NOT_FOUND',
  )
  expect(await codeOf(boris.client.storybooks.voice({ storybookId: book.id, recordingId: other.id }))).toBe(
    'NOT_FOUND',
  )
  expect((await boris.client.sharing.storybooksWithMe({})).items).toMatchObject([
    { id: book.id, title: 'Our book', ownerName: 'Ana', role: 'viewer', storyCount: 1 },
  ])
})

test('those a book is shared with are told as many stories as its owner, without those in the trash', async () => {
  const { ana, boris, book, storyId, other } = await shared('viewer')
  const storyIds = [storyId, other.story.id]
  await ana.client.storybooks.update({ id: book.id, baseVersion: book.version, storyIds })
  const told = async () => [
    (await boris.client.storybooks.get({ id: book.id })).storyCount,
    (await boris.client.sharing.storybooksWithMe({})).items[0]?.storyCount,
  ]

  expect(await told()).toEqual([2, 2])
  await ana.client.stories.delete({ id: other.story.id })
  expect(await told()).toEqual([1, 1])
})

test('what is taken off the pages is no longer part of the shared book', async () => {
  const { ana, boris, book, recordingId, photoId } = await shared('viewer')
  const { page } = await textPage(ana, book.id)
  const { mediaId } = await boris.client.storybooks.voice({ storybookId: book.id, recordingId })
  const { url } = await boris.client.media.address({ id: mediaId })

  await ana.client.storybooks.removePage({ storybookId: book.id, id: page.id })

  expect((await app.request(url)).status).toBe(404)
  expect(await codeOf(boris.client.storybooks.voice({ storybookId: book.id, recordingId }))).toBe('NOT_FOUND')
  expect(await codeOf(boris.client.media.address({ id: photoId }))).toBe('done')
  expect((await boris.client.storybooks.pages({ id: book.id })).items.map(({ id }) => id)).not.toContain(
    page.id,
  )
})

test('an editor changes pages and the title; the stories, the layout and the files stay the owner’s', async () => {
  const { ana, boris, book, storyId } = await shared('editor')
  const { storybooks } = boris.client

  await edit(boris, book.id)
  await storybooks.update({ id: book.id, baseVersion: book.version, title: 'The dance' })
  const seen = await ana.client.storybooks.get({ id: book.id })
  expect(seen.title).toBe('The dance')
  const [cover] = (await ana.client.storybooks.pages({ id: book.id })).items
  expect(cover?.content).toMatchObject({ kind: 'cover', title: 'The dance' })
  expect((await textPage(ana, book.id)).page).toMatchObject({
    edited: true,
    content: { passages: [{ text: 'We danced till dawn.', verbatim: 'We danced until morning.' }] },
  })
  const baseVersion = seen.version
  expect(await codeOf(storybooks.update({ id: book.id, baseVersion, storyIds: [storyId] }))).toBe('FORBIDDEN')
  expect(await codeOf(storybooks.layOut({ id: book.id, baseVersion }))).toBe('FORBIDDEN')
  expect(await codeOf(storybooks.delete({ id: book.id }))).toBe('FORBIDDEN')
  expect(await codeOf(boris.client.storybookExports.list({ storybookId: book.id }))).toBe('FORBIDDEN')
  expect(await codeOf(storybooks.create({ id: book.id, title: 'Mine', storyIds: [storyId] }))).toBe(
    'FORBIDDEN',
  )
})

test('a viewer changes nothing, and a stranger finds nothing', async () => {
  const { boris, book, ana } = await shared('viewer')
  const mallory = await person('Mallory')
  const { page, content } = await textPage(ana, book.id)
  const change = { storybookId: book.id, id: page.id, baseVersion: page.version, content }

  expect(await codeOf(boris.client.storybooks.editPage(change))).toBe('FORBIDDEN')
  expect(await codeOf(mallory.client.storybooks.editPage(change))).toBe('NOT_FOUND')
  expect(await codeOf(mallory.client.storybooks.get({ id: book.id }))).toBe('NOT_FOUND')
  expect(await codeOf(mallory.client.sharing.get({ resourceType: 'storybook', resourceId: book.id }))).toBe(
    'NOT_FOUND',
  )
})

test('an admin shares the book, moves it to the trash and takes it out; meanwhile nobody else sees it', async () => {
  const { boris: admin, book, on } = await shared('admin')
  const vera = await person('Vera')
  await admin.client.sharing.share({ ...on, email: vera.email, role: 'viewer' })
  expect((await admin.client.sharing.get(on)).title).toBe('Our book')

  await admin.client.storybooks.delete({ id: book.id })
  expect(await codeOf(vera.client.storybooks.get({ id: book.id }))).toBe('NOT_FOUND')
  expect((await vera.client.sharing.storybooksWithMe({})).items).toEqual([])
  await admin.client.storybooks.restore({ id: book.id })
  expect(await codeOf(vera.client.storybooks.get({ id: book.id }))).toBe('done')
})

test('whoever loses access loses the book, its voices and its news at once', async () => {
  const { ana, boris, book, on, share, recordingId } = await shared('viewer')
  const { mediaId } = await boris.client.storybooks.voice({ storybookId: book.id, recordingId })
  const { url } = await boris.client.media.address({ id: mediaId })
  const stream = await newsOf(boris, database)
  await edit(ana, book.id)
  expect(await stream.next()).toMatchObject({ value: { table: 'storybook_pages' } })

  await ana.client.sharing.revoke({ ...on, id: share.id })
  expect(await stream.next()).toMatchObject({ value: { table: 'shared_access', operation: 'DELETE' } })

  expect((await app.request(url)).status).toBe(404)
  expect(await codeOf(boris.client.storybooks.get({ id: book.id }))).toBe('NOT_FOUND')
  await ana.client.storybooks.delete({ id: book.id })
  await boris.client.stories.create({ id: uuidv7(), title: 'Mine', method: 'journal' })
  expect(await stream.next()).toMatchObject({ value: { table: 'stories' } })
})

test('what a shared book shows is closed to whom the owner shares something else with, and with the story or the book in the trash', async () => {
  const { ana, boris, book, storyId, photoId, other } = await shared('viewer')
  const vera = await person('Vera')
  const on = { resourceType: 'story', resourceId: other.story.id } as const
  await ana.client.sharing.share({ ...on, email: vera.email, role: 'viewer' })
  const see = (who: Person) => codeOf(who.client.media.address({ id: photoId }))

  expect(await see(vera)).toBe('NOT_FOUND')
  expect(await see(boris)).toBe('done')
  await ana.client.stories.delete({ id: storyId })
  expect(await see(boris)).toBe('NOT_FOUND')
  await ana.client.stories.restore({ id: storyId })
  expect(await see(boris)).toBe('done')
  await ana.client.storybooks.delete({ id: book.id })
  expect(await see(boris)).toBe('NOT_FOUND')
})

test('an invitation to a book opens the book', async () => {
  const { ana, on, book } = await shared('viewer')
  const vera = await person('Vera')
  const token = 'a'.repeat(43)
  await ana.client.sharing.invite({ ...on, email: 'vera@example.com', role: 'viewer' })
  await database.asOwner(
    `update invitations set token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') where storybook_id = $2`,
    [token, book.id],
  )

  expect(await vera.client.sharing.readInvitation({ token })).toMatchObject({
    resourceType: 'storybook',
    title: 'Our book',
  })
  expect(await vera.client.sharing.accept({ token })).toEqual(on)
  expect((await vera.client.storybooks.get({ id: book.id })).role).toBe('viewer')
})

test('in the database itself a book in the trash is there for its owner and admins alone', async () => {
  const { ana, boris, book, on } = await shared('admin')
  const vera = await person('Vera')
  await ana.client.sharing.share({ ...on, email: vera.email, role: 'editor' })
  await ana.client.storybooks.delete({ id: book.id })
  const found = (who: Person, table: 'storybooks' | 'storybook_pages') =>
    asUser(services.db, who.claims, (tx) =>
      tx.selectFrom(table).select('id').where('user_id', '=', ana.id).execute(),
    )

  expect(await found(boris, 'storybooks')).toHaveLength(1)
  for (const table of ['storybooks', 'storybook_pages'] as const) expect(await found(vera, table)).toEqual([])
})

test('in the database itself an editor cannot lay a book out, take it over or reach files by writing them onto a page', async () => {
  const { ana, boris, book, other } = await shared('editor')
  const { page } = await textPage(ana, book.id)
  const { recordings } = await ana.client.stories.get({ id: other.story.id })
  const foreign = recordings[0]?.originalMediaId ?? ''
  const set = (values: { position: number } | { content: string }) =>
    asUser(services.db, boris.claims, (tx) =>
      tx.updateTable('storybook_pages').set(values).where('id', '=', page.id).execute(),
    )

  await expect(set({ position: 99 })).rejects.toMatchObject({ code: '42501' })
  await expect(set({ content: JSON.stringify({ kind: 'photo', pictureId: foreign }) })).rejects.toMatchObject(
    {
      code: '42501',
    },
  )
  const voice = { recordingId: other.id, startMs: 0, endMs: 1 }
  const passages = [{ id: uuidv7(), kind: 'words', speaker: '', text: 'x', verbatim: null, voice }]
  await set({ content: JSON.stringify({ kind: 'text', passages }) })
  expect(await codeOf(boris.client.media.address({ id: foreign }))).toBe('NOT_FOUND')
  const trash = asUser(services.db, boris.claims, (tx) =>
    tx.updateTable('storybooks').set({ deleted_at: new Date() }).where('id', '=', book.id).execute(),
  )
  await expect(trash).rejects.toMatchObject({ code: '42501' })
})
