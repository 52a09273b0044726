import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { BookPage, PageEdit } from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'
import { asUser } from '../../db/actor.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'
import { deleteExpired } from '../stories/stories.ts'
import { loadMaterial } from './material.ts'

const { person, database, services } = await createTestKinora()
type Person = Awaited<ReturnType<typeof person>>

async function told({ client, ...who }: Person, title: string, lines: string[]): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title, method: 'recording' })
  await heardRecording(services, { client, ...who }, lines, { storyId: id })
  await client.stories.update({ id, title })
  return id
}

async function journal({ client }: Person, title: string, text: string): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title, method: 'journal' })
  await client.stories.putNote({ storyId: id, id: uuidv7(), text, timestamp: '00:00' })
  return id
}

const make = (who: Person, storyIds: string[], title = 'Our book') =>
  who.client.storybooks.create({ id: uuidv7(), title, storyIds })

const pagesOf = async (who: Person, id: string): Promise<BookPage[]> =>
  (await who.client.storybooks.pages({ id, limit: limits.pageSizeMax })).items

const textsOf = (pages: BookPage[]) =>
  pages.flatMap(({ content }) => (content.kind === 'text' ? content.passages.map(({ text }) => text) : []))

/** How many statements wait for a lock that another transaction holds. */
async function waiting(): Promise<number> {
  const { rows } = await database.asOwner(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** The first page of text, and an edit that puts other words into each of its passages. */
function reworded(pages: BookPage[], text: string): { page: BookPage; content: PageEdit } {
  const page = pages.find(({ content }) => content.kind === 'text')
  if (page?.content.kind !== 'text') throw new Error('no page of text')
  const passages = page.content.passages.map(({ id }) => ({ id, text }))
  return { page, content: { kind: 'text', passages } }
}

test('a book is made of its stories in the chosen order, with the teller’s words and where to hear them', async () => {
  const ana = await person()
  const dance = await told(ana, 'The dance', ['We danced until morning.'])
  const winter = await journal(ana, 'The winter', 'Snow to the windows.')

  const book = await make(ana, [winter, dance], 'Ana’s book')

  expect(book).toMatchObject({ title: 'Ana’s book', storyCount: 2, stories: [{ id: winter }, { id: dance }] })
  const pages = await pagesOf(ana, book.id)
  expect(pages.map(({ content }) => content.kind)).toEqual([
    'cover',
    'dedication',
    'chapter',
    'text',
    'chapter',
    'text',
    'closing',
  ])
  expect(pages[5]).toMatchObject({
    storyId: dance,
    content: {
      passages: [
        { text: 'We danced until morning.', verbatim: 'We danced until morning.', voice: { startMs: 0 } },
      ],
    },
  })
  expect(textsOf(pages)).toContain('Snow to the windows.')
})

test('made twice, as after a lost answer, it is one book', async () => {
  const ana = await person()
  const draft = { id: uuidv7(), title: 'Once', storyIds: [await journal(ana, 'One', 'Text')] }
  const first = await ana.client.storybooks.create(draft)

  expect(await ana.client.storybooks.create({ ...draft, title: 'Twice' })).toEqual(first)
  expect((await ana.client.storybooks.list({})).items).toHaveLength(1)
})

test('asked for again while it is being made, as after a lost connection, it is one book of the month', async () => {
  const ana = await person('Ana')
  const draft = { id: uuidv7(), title: 'Ours', storyIds: [await journal(ana, 'Snow', 'It snowed.')] }
  const made = await Promise.all([1, 2, 3].map(() => ana.client.storybooks.create(draft)))
  expect(made.map(({ id }) => id)).toEqual([draft.id, draft.id, draft.id])
  expect((await pagesOf(ana, draft.id)).filter(({ content }) => content.kind === 'cover')).toHaveLength(1)
  expect(await ana.client.storybooks.month()).toMatchObject({ made: 1 })
})

test('the plan’s books of a month can be made and no more, also by two at once and with one in the trash', async () => {
  const ana = await person()
  const story = await journal(ana, 'One', 'Text')
  for (let count = 0; count < 4; count += 1) await make(ana, [story])
  const [first] = (await ana.client.storybooks.list({})).items
  await ana.client.storybooks.delete({ id: first?.id ?? '' })
  expect(await ana.client.storybooks.month()).toEqual({ made: 4, allowed: 5 })

  const [inserted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const fifth = asUser(services.db, ana.claims, async (tx) => {
    await tx.insertInto('storybooks').values({ user_id: ana.id, id: uuidv7(), title: 'Fifth' }).execute()
    inserted.resolve()
    await goOn.promise
  })
  await inserted.promise
  const sixth = make(ana, [story]).catch((error: unknown) => error)
  await expect.poll(waiting).toBe(1)
  goOn.resolve()
  await fifth

  expect(await sixth).toMatchObject({ code: 'STORYBOOK_LIMIT_REACHED', data: { allowed: 5 } })
  expect(await ana.client.storybooks.month()).toEqual({ made: 5, allowed: 5 })
})

test('a book deleted for good does not give its place in the month back', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', 'Text')])
  await ana.client.storybooks.delete({ id: book.id })
  await ana.client.trash.deleteForGood({ type: 'storybook', id: book.id })

  expect(await ana.client.storybooks.month()).toMatchObject({ made: 1 })
})

test('books of the months before do not count', async () => {
  const ana = await person()
  const story = await journal(ana, 'One', 'Text')
  for (let count = 0; count < 5; count += 1) await make(ana, [story])
  await database.asOwner(`update month_uses set month = month - interval '1 month' where user_id = $1`, [
    ana.id,
  ])

  await expect(make(ana, [story])).resolves.toBeDefined()
  expect(await ana.client.storybooks.month()).toMatchObject({ made: 1 })
})

test('a book of a story that is another’s, in the trash or unknown is not made', async () => {
  const [ana, boris] = [await person(), await person()]
  const story = await journal(ana, 'One', 'Text')
  await ana.client.stories.delete({ id: story })

  for (const id of [await journal(boris, 'His', 'Text'), story, uuidv7()]) {
    await expect(make(ana, [id])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await ana.client.storybooks.month()).toMatchObject({ made: 0 })
})

test('a page that is changed keeps what its passages rest on, whatever is sent', async () => {
  const ana = await person()
  const book = await make(ana, [await told(ana, 'The dance', ['We danced until morning.'])])
  const { page, content } = reworded(await pagesOf(ana, book.id), 'We danced till dawn.')
  const added = { id: uuidv7(), text: 'A sentence of mine.' }

  const edited = await ana.client.storybooks.editPage({
    storybookId: book.id,
    id: page.id,
    baseVersion: 0,
    content: {
      ...content,
      passages: [...('passages' in content ? content.passages : []), added],
    } as PageEdit,
  })

  expect(edited).toMatchObject({
    edited: true,
    version: 1,
    content: {
      passages: [
        { text: 'We danced till dawn.', verbatim: 'We danced until morning.', voice: { startMs: 0 } },
        { text: 'A sentence of mine.', verbatim: null, voice: null },
      ],
    },
  })
  expect(await pagesOf(ana, book.id)).toContainEqual(edited)
})

test('a page takes half a sign, as a cut emoji leaves behind, for the sign that stands for unreadable ones', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', 'Text')])
  const { page, content } = reworded(await pagesOf(ana, book.id), 'We danced \ud83d')

  await ana.client.storybooks.editPage({ storybookId: book.id, id: page.id, baseVersion: 0, content })

  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['We danced \ufffd'])
})

test('of two people who change one page the second is told, and nothing is overwritten', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', 'Text')])
  const { page, content } = reworded(await pagesOf(ana, book.id), 'First')
  const place = { storybookId: book.id, id: page.id, baseVersion: 0 }
  await ana.client.storybooks.editPage({ ...place, content })

  const second = reworded(await pagesOf(ana, book.id), 'Second').content
  await expect(ana.client.storybooks.editPage({ ...place, content: second })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['First'])
})

test('laid out anew, the book follows its stories, and edited pages stay', async () => {
  const ana = await person()
  const [one, two] = [await journal(ana, 'One', 'First words'), await journal(ana, 'Two', 'Other words')]
  const book = await make(ana, [one, two])
  const { page, content } = reworded(await pagesOf(ana, book.id), 'Words of the family')
  await ana.client.storybooks.editPage({ storybookId: book.id, id: page.id, baseVersion: 0, content })
  await ana.client.stories.putNote({ storyId: two, id: uuidv7(), text: 'One more', timestamp: '00:00' })

  const again = await ana.client.storybooks.layOut({ id: book.id, baseVersion: book.version })

  expect(again.version).toBe(book.version + 1)
  const pages = await pagesOf(ana, book.id)
  expect(textsOf(pages)).toEqual(['Words of the family', 'Other words', 'One more'])
  expect(pages.map(({ id }) => id)).toContain(page.id)
})

test('stories that join get their pages, those that leave take theirs along, the others keep their ids', async () => {
  const ana = await person()
  const [one, two, three] = [
    await journal(ana, 'One', '1'),
    await journal(ana, 'Two', '2'),
    await journal(ana, 'Three', '3'),
  ]
  const book = await make(ana, [one, two])
  const before = await pagesOf(ana, book.id)

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, storyIds: [three, two] })

  const after = await pagesOf(ana, book.id)
  expect(textsOf(after)).toEqual(['3', '2'])
  const idsOf = (pages: BookPage[], story: string) =>
    pages.filter((page) => page.storyId === story).map(({ id }) => id)
  expect(idsOf(after, two)).toEqual(idsOf(before, two))
})

test('of two changes to one book the second is told', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, title: 'First' })

  await expect(
    ana.client.storybooks.update({ id: book.id, baseVersion: 0, title: 'Second' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await ana.client.storybooks.get({ id: book.id })).toMatchObject({ title: 'First', version: 1 })
})

test('a page that was taken out can be put back; the cover stays', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  const before = await pagesOf(ana, book.id)
  const at = (index: number) => ({ storybookId: book.id, id: before[index]?.id ?? '' })

  await ana.client.storybooks.removePage(at(1))
  expect((await pagesOf(ana, book.id)).map(({ content }) => content.kind)).not.toContain('dedication')
  await ana.client.storybooks.restorePage(at(1))

  expect((await pagesOf(ana, book.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  await expect(ana.client.storybooks.removePage(at(0))).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a page that was put back comes as it now stands, and can be changed at once', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  const dedication = (await pagesOf(ana, book.id))[1]
  const place = { storybookId: book.id, id: dedication?.id ?? '' }
  await ana.client.storybooks.removePage(place)

  const { version } = await ana.client.storybooks.restorePage(place)
  expect(await ana.client.storybooks.restorePage(place)).toMatchObject({ version })
  const content = { kind: 'dedication' as const, text: 'For Mila' }
  expect(await ana.client.storybooks.editPage({ ...place, baseVersion: version, content })).toMatchObject({
    content,
  })
})

test('a page of the book itself that was taken out stays out when the book gets another title, until it has something new to say', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  const kinds = async () => (await pagesOf(ana, book.id)).map(({ content }) => content.kind)
  const out = (await pagesOf(ana, book.id)).filter(({ content }) =>
    ['dedication', 'closing'].includes(content.kind),
  )
  for (const { id } of out) await ana.client.storybooks.removePage({ storybookId: book.id, id })

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, title: 'Another title' })
  expect(await kinds()).toEqual(['cover', 'chapter', 'text'])
  await ana.client.storybooks.update({ id: book.id, baseVersion: 1, description: 'For Mila' })
  expect(await kinds()).toEqual(['cover', 'dedication', 'chapter', 'text'])
  await ana.client.storybooks.layOut({ id: book.id, baseVersion: 2 })
  expect(await kinds()).toEqual(['cover', 'dedication', 'chapter', 'text', 'closing'])
})

test('whoever writes on a page of the book itself while the book changes goes on on it, and is told where its words are others by now', async () => {
  const ana = await person()
  const [one, two] = [await journal(ana, 'One', '1'), await journal(ana, 'Two', '2')]
  const book = await make(ana, [one])
  const dedication = async () => {
    const page = (await pagesOf(ana, book.id)).find(({ content }) => content.kind === 'dedication')
    if (!page) throw new Error('no dedication')
    return page
  }
  const read = await dedication()
  const write = (text: string) =>
    ana.client.storybooks.editPage({
      ...{ storybookId: book.id, id: read.id, baseVersion: read.version },
      content: { kind: 'dedication', text },
    })

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, storyIds: [one, two] })
  expect(await dedication()).toEqual(read)
  await ana.client.storybooks.update({ id: book.id, baseVersion: 1, description: 'For Mila' })
  expect(await dedication()).toMatchObject({ id: read.id, content: { text: 'For Mila' } })
  await expect(write('For Leo')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what is drawn for the cover is waited for through every change of the book', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  const [cover] = await pagesOf(ana, book.id)
  await database.asOwner(
    `insert into storybook_drawings (user_id, id, storybook_id, page_id)
     values ($1, $2, $3, $4)`,
    [ana.id, uuidv7(), book.id, cover?.id],
  )

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, title: 'Another title' })

  const { rows } = await database.asOwner('select page_id from storybook_drawings where user_id = $1', [
    ana.id,
  ])
  expect(rows).toEqual([{ page_id: (await pagesOf(ana, book.id))[0]?.id }])
})

test('a talk that two devices recorded stands in the book once', async () => {
  const ana = await person()
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'The dance', method: 'recording' })
  const computer = await heardRecording(services, ana, ['We danced.'], { storyId: id })
  const phone = await heardRecording(services, ana, ['We dance.'], { storyId: id, part: 1 })
  await database.asOwner(
    'update recordings set track_group = $1, offset_ms = 0, drift_ppm = 0 where id = any ($2)',
    [computer, [computer, phone]],
  )

  const book = await make(ana, [id])

  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['We danced.'])
})

test('a story in the trash leaves the book’s list, and its pages stay; gone for good, they still do', async () => {
  const ana = await person()
  const [one, two] = [await journal(ana, 'One', 'First'), await journal(ana, 'Two', 'Second')]
  const book = await make(ana, [one, two])
  await ana.client.stories.delete({ id: one })

  expect(await ana.client.storybooks.get({ id: book.id })).toMatchObject({
    storyCount: 1,
    stories: [{ id: two }],
  })
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['First', 'Second'])

  await database.asOwner(`update stories set deleted_at = now() - interval '31 days' where id = $1`, [one])
  await deleteExpired(services.db)
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['First', 'Second'])
})

test('pages of a story that lies in the trash stay in their place when the book is changed, and go on when it is back', async () => {
  const ana = await person()
  const ids = [await journal(ana, 'One', 'First'), await journal(ana, 'Two', 'Second')]
  const [one, two] = ids as [string, string]
  const book = await make(ana, ids)
  const { page, content } = reworded(await pagesOf(ana, book.id), 'First, as she told it')
  await ana.client.storybooks.editPage({ storybookId: book.id, id: page.id, baseVersion: 0, content })
  const before = (await pagesOf(ana, book.id)).map(({ id }) => id)
  await ana.client.stories.delete({ id: one })

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, storyIds: [two] })
  const changed = { id: book.id, baseVersion: 1, title: 'Our own book' }
  expect(await ana.client.storybooks.update(changed)).toMatchObject({ stories: [{ id: two }] })

  const pages = await pagesOf(ana, book.id)
  expect(textsOf(pages)).toEqual(['First, as she told it', 'Second'])
  expect(pages.slice(2, -1).map(({ id }) => id)).toEqual(before.slice(2, -1))
  await ana.client.stories.restore({ id: one })
  expect(await ana.client.storybooks.get({ id: book.id })).toMatchObject({
    stories: [{ id: one }, { id: two }],
  })
  await ana.client.storybooks.update({ id: book.id, baseVersion: 2, storyIds: [two] })
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['Second'])
})

test('pages outlive their story through every change; made anew, only what somebody wrote does', async () => {
  const ana = await person()
  const ids = [
    await journal(ana, 'One', 'First'),
    await journal(ana, 'Two', 'Second'),
    await journal(ana, 'Three', 'Third'),
  ]
  const book = await make(ana, ids)
  const { page, content } = reworded(await pagesOf(ana, book.id), 'First, as she told it')
  await ana.client.storybooks.editPage({ storybookId: book.id, id: page.id, baseVersion: 0, content })
  for (const id of ids.slice(0, 2)) {
    await ana.client.stories.delete({ id })
    await ana.client.trash.deleteForGood({ type: 'story', id })
  }

  await ana.client.storybooks.update({ id: book.id, baseVersion: 0, title: 'Our own book' })
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['First, as she told it', 'Second', 'Third'])

  await ana.client.storybooks.layOut({ id: book.id, baseVersion: 1 })
  expect(textsOf(await pagesOf(ana, book.id))).toEqual(['First, as she told it', 'Third'])
})

test('a book in the trash is gone from every page until it is restored, and for good after its days', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1')])
  await ana.client.storybooks.delete({ id: book.id })

  expect((await ana.client.storybooks.list({})).items).toEqual([])
  await expect(ana.client.storybooks.pages({ id: book.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    ana.client.storybooks.create({ id: book.id, title: 'Again', storyIds: [uuidv7()] }),
  ).rejects.toMatchObject({ code: 'GONE' })

  await ana.client.storybooks.restore({ id: book.id })
  // Asked for once more, as by whom the first answer did not reach.
  expect(await ana.client.storybooks.restore({ id: book.id })).toEqual({ id: book.id })
  expect((await ana.client.storybooks.list({})).items).toMatchObject([{ id: book.id }])

  await ana.client.storybooks.delete({ id: book.id })
  await database.asOwner(`update storybooks set deleted_at = now() - interval '31 days' where id = $1`, [
    book.id,
  ])
  await expect(ana.client.storybooks.restore({ id: book.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await deleteExpired(services.db)
  await expect(ana.client.storybooks.restore({ id: book.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('pages come by pages, in order', async () => {
  const ana = await person()
  const book = await make(ana, [await journal(ana, 'One', '1'), await journal(ana, 'Two', '2')])
  const whole = await pagesOf(ana, book.id)

  const first = await ana.client.storybooks.pages({ id: book.id, limit: 3 })
  const rest = await ana.client.storybooks.pages({ id: book.id, limit: 100, cursor: first.nextCursor ?? '' })

  expect([...first.items, ...rest.items]).toEqual(whole)
  await expect(ana.client.storybooks.pages({ id: book.id, cursor: 'x' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a book shows the picture of its cover on the shelf, until somebody takes it off the cover', async () => {
  const ana = await person()
  const story = await journal(ana, 'One', '1')
  const picture = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 9, 'x')`,
    [ana.id, picture, story],
  )
  const book = await make(ana, [story])
  const shelved = async () => (await ana.client.storybooks.list({})).items[0]?.coverImage
  expect(await shelved()).toContain(picture)

  const cover = (await pagesOf(ana, book.id))[0]
  const content = { kind: 'cover' as const, title: 'Our book', subtitle: '', pictureId: null }
  await ana.client.storybooks.editPage({ storybookId: book.id, id: cover?.id ?? '', baseVersion: 0, content })
  expect(await shelved()).toBeNull()
})

test('a cover that was given another picture still has the title of its book, unless somebody wrote another one', async () => {
  const ana = await person()
  let book = await make(ana, [await journal(ana, 'One', '1')], 'Kitchen')
  const cover = async () => (await pagesOf(ana, book.id))[0]
  const give = async (title: string) => {
    const page = await cover()
    const content = { kind: 'cover' as const, title, subtitle: '', pictureId: null }
    await ana.client.storybooks.editPage({
      storybookId: book.id,
      id: page?.id ?? '',
      baseVersion: page?.version ?? 0,
      content,
    })
  }
  const rename = async (title: string) => {
    book = await ana.client.storybooks.update({ id: book.id, baseVersion: book.version, title })
    return (await cover())?.content
  }

  await give('Kitchen')
  expect(await rename('The kitchen')).toMatchObject({ title: 'The kitchen' })
  // The same title again does not increment the cover's version, so nobody who is editing the cover gets a conflict.
  const version = (await cover())?.version
  await rename('The kitchen')
  expect((await cover())?.version).toBe(version)
  await give('What we ate')
  expect(await rename('Our kitchen')).toMatchObject({ title: 'What we ate' })
})

test('a picture that is not the family’s does not come onto a page', async () => {
  const [ana, boris] = [await person(), await person()]
  const picture = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'original', 'image', 'stored', 'image/png', 9, 'x')`,
    [boris.id, picture],
  )
  const story = await journal(ana, 'One', '1')
  const book = await make(ana, [story])
  const cover = (await pagesOf(ana, book.id))[0]
  const content = { kind: 'cover' as const, title: 'T', subtitle: '', pictureId: picture }

  await expect(
    ana.client.storybooks.editPage({ storybookId: book.id, id: cover?.id ?? '', baseVersion: 0, content }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    ana.client.storybooks.create({ id: uuidv7(), title: 'T', storyIds: [story], coverMediaId: picture }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a page whose picture is gone can still be given other words', async () => {
  const ana = await person()
  const picture = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'original', 'image', 'stored', 'image/png', 9, 'y')`,
    [ana.id, picture],
  )
  const book = await make(ana, [await journal(ana, 'One', '1')])
  const chapter = (await pagesOf(ana, book.id)).find(({ content }) => content.kind === 'chapter')
  const place = { storybookId: book.id, id: chapter?.id ?? '' }
  const content = { kind: 'chapter' as const, title: 'Wun', subtitle: '', pictureId: picture }
  await ana.client.storybooks.editPage({ ...place, baseVersion: 0, content })
  await database.asOwner('delete from media where user_id = $1 and id = $2', [ana.id, picture])

  const mended = { ...content, title: 'One' }
  expect(await ana.client.storybooks.editPage({ ...place, baseVersion: 1, content: mended })).toMatchObject({
    content: { title: 'One' },
  })
})

test('what a book is made of is read for one story alone, where that is all that is wanted', async () => {
  const ana = await person()
  const [dance, winter] = [await journal(ana, 'The dance', 'Late.'), await journal(ana, 'Winter', 'Snow.')]
  const book = await make(ana, [dance, winter])
  const read = (storyId?: string) =>
    asUser(services.db, ana.claims, (tx) => loadMaterial(tx, { userId: ana.id, bookId: book.id }, storyId))

  expect((await read()).stories.map(({ title }) => title)).toEqual(['The dance', 'Winter'])
  expect((await read(winter)).stories).toMatchObject([{ title: 'Winter', entries: ['Snow.'] }])
})
