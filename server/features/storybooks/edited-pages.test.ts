import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { BookPage, PageEdit } from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'
import { addedFile } from '../../testing/added-files.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const kinora = await createTestKinora()
const { person, services } = kinora

/** What was told of one year: so much that it fills a page, or a part of one. */
const toldOf = (year: number, sentences = 18) =>
  Array.from({ length: sentences }, (_, at) => `In ${year} grandfather ploughed meadow number ${at}.`).join(
    ' ',
  )

/** Half a page of each year. */
const halvesOf = (...years: number[]) => years.map((year) => toldOf(year, 10))

async function storyOf({ client }: Person): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title: 'The farm', method: 'recording' })
  return id
}

const photograph = (who: Person, storyId: string, position: number) =>
  addedFile(kinora, who, storyId, { kind: 'image', mimeType: 'image/jpeg', position })

const bookOf = ({ client }: Person, storyId: string) =>
  client.storybooks.create({ id: uuidv7(), title: 'Our farm', storyIds: [storyId] })

const pagesOf = async ({ client }: Person, id: string): Promise<BookPage[]> =>
  (await client.storybooks.pages({ id, limit: limits.pageSizeMax })).items

const layOut = ({ client }: Person, { id, version }: { id: string; version: number }) =>
  client.storybooks.layOut({ id, baseVersion: version })

/** The years that the book tells of, in order; those that stand large as a quote only once. */
const yearsOf = (pages: readonly BookPage[]) =>
  pages.flatMap(({ content }) => {
    if (content.kind !== 'text') return []
    const text = content.passages.map((passage) => passage.text).join(' ')
    return [...new Set(text.match(/\b19\d\d\b/g))]
  })

/** Puts other words into the page on which a year is told. */
async function reword(who: Person, storybookId: string, year: number): Promise<void> {
  const page = (await pagesOf(who, storybookId)).find((each) => yearsOf([each]).includes(`${year}`))
  if (page?.content.kind !== 'text') throw new Error(`nothing is told of ${year}`)
  const passages = page.content.passages.map(({ id }) => ({ id, text: `Of ${year}, as we remember it.` }))
  const content: PageEdit = { kind: 'text', passages }
  await who.client.storybooks.editPage({ storybookId, id: page.id, baseVersion: page.version, content })
}

test('an edited page stays in place of what it was made of when photographs leave the story, and no other page gives way to it', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(
    services,
    ana,
    [1951, 1952, 1953, 1954].map((year) => toldOf(year)),
    { storyId },
  )
  const photographs = [1, 2, 3].map((position) => photograph(ana, storyId, position))
  const [, ...onPages] = await Promise.all(photographs)
  const book = await bookOf(ana, storyId)
  await reword(ana, book.id, 1952)
  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1953', '1954'])

  for (const id of onPages) await ana.client.media.remove({ id })
  await layOut(ana, book)

  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1953', '1954'])
})

test('an edited page stays in place of what it was made of when a part is found that comes before', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(
    services,
    ana,
    [1953, 1954, 1955].map((year) => toldOf(year)),
    { storyId, part: 1 },
  )
  const book = await bookOf(ana, storyId)
  await reword(ana, book.id, 1954)

  await heardRecording(
    services,
    ana,
    [1951, 1952].map((year) => toldOf(year)),
    { storyId, part: 0 },
  )
  await layOut(ana, book)

  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1953', '1954', '1955'])
})

test('a photograph with an edited caption has one page, also when another one comes before it', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(
    services,
    ana,
    [1951, 1952, 1953].map((year) => toldOf(year)),
    { storyId },
  )
  await photograph(ana, storyId, 1)
  const barn = await photograph(ana, storyId, 5)
  const book = await bookOf(ana, storyId)
  const page = (await pagesOf(ana, book.id)).find(({ content }) => content.kind === 'photo')
  const content: PageEdit = { kind: 'photo', pictureId: barn, caption: 'The barn, before it burnt' }
  await ana.client.storybooks.editPage({ storybookId: book.id, id: page?.id ?? '', baseVersion: 0, content })

  const orchard = await photograph(ana, storyId, 3)
  await layOut(ana, book)

  const photos = (await pagesOf(ana, book.id)).flatMap((each) =>
    each.content.kind === 'photo' ? [each.content] : [],
  )
  expect(photos).toMatchObject([{ pictureId: orchard }, { pictureId: barn, caption: content.caption }])
})

test('nothing told is lost and nothing stands twice when what is told is divided over the pages in another way than before', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(services, ana, halvesOf(1952, 1953, 1954, 1955, 1956), { storyId, part: 1 })
  const book = await bookOf(ana, storyId)
  await reword(ana, book.id, 1954)
  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1952', '1953', '1954', '1956'])

  await heardRecording(services, ana, halvesOf(1951), { storyId, part: 0 })
  await layOut(ana, book)

  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1953', '1954', '1956'])
})

test('what is told later on the page that somebody edited comes into the book behind it', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(services, ana, halvesOf(1951), { storyId, part: 0 })
  const book = await bookOf(ana, storyId)
  await reword(ana, book.id, 1951)

  await heardRecording(services, ana, halvesOf(1952), { storyId, part: 1 })
  await layOut(ana, book)

  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952'])
})

test('a paragraph that was taken out of a page does not come back with the other words of the page', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(services, ana, halvesOf(1952, 1953, 1954), { storyId, part: 1 })
  const book = await bookOf(ana, storyId)
  const page = (await pagesOf(ana, book.id)).find((each) => yearsOf([each]).includes('1953'))
  if (page?.content.kind !== 'text') throw new Error('nothing is told of 1953')
  const passages = page.content.passages.slice(0, 1).map(({ id, text }) => ({ id, text }))
  const content: PageEdit = { kind: 'text', passages }
  await ana.client.storybooks.editPage({ storybookId: book.id, id: page.id, baseVersion: 0, content })

  await heardRecording(services, ana, halvesOf(1951), { storyId, part: 0 })
  await layOut(ana, book)

  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1954'])
})

test('written words that were put differently take no page away from what was told', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  await heardRecording(
    services,
    ana,
    [1951, 1952].map((year) => toldOf(year)),
    { storyId, part: 1 },
  )
  const entry = { storyId, timestamp: '00:00', text: toldOf(1980) }
  await ana.client.stories.putNote({ ...entry, id: uuidv7() })
  const book = await bookOf(ana, storyId)
  await reword(ana, book.id, 1980)
  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1980'])

  const again = await layOut(ana, book)
  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1951', '1952', '1980'])

  await heardRecording(services, ana, [toldOf(1950)], { storyId, part: 0 })
  await layOut(ana, again)
  expect(yearsOf(await pagesOf(ana, book.id))).toEqual(['1950', '1951', '1952', '1980'])
})
