import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../../log.ts'
import { findMediaTool } from '../../../media/find-media-tool.ts'
import type { MediaTool } from '../../../media/media-tool.ts'
import { MediabunnyTool } from '../../../media/mediabunny/mediabunny.ts'
import { addedFile } from '../../../testing/added-files.ts'
import { createTestKinora } from '../../../testing/kinora.ts'
import { recordWhole } from '../../../testing/recorder.ts'
import { hasFfmpeg, testMedia } from '../../../testing/test-media.ts'
import { hearFile, hearWords } from '../../../testing/transcripts.ts'
import { storybookJobs } from '../make-export.ts'
import type { EpubBook } from './book.ts'
import { packageFiles } from './package-files.ts'

const kinora = await createTestKinora()
const { person, services, app, database } = kinora
type Person = Awaited<ReturnType<typeof person>>
const folder = mkdtempSync(join(tmpdir(), 'kinora-epub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The path in Debian's package, where the program `epubcheck` is the jar itself.
const epubcheck = ['-jar', '/usr/share/java/epubcheck.jar']
const hasEpubcheck = existsSync(epubcheck[1] ?? '') && spawnSync('java', ['-version']).status === 0
const hasUnzip = spawnSync('unzip', ['-v']).status === 0

const job = (over: { attempt?: number; isLastAttempt?: boolean } = {}) => ({
  log: createLog('silent'),
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  ...over,
})

/** Does the queued work, as a worker would. */
async function work(who: Person, exportId: string, tool: MediaTool, over = {}): Promise<void> {
  const [handler] = storybookJobs(services, async () => tool)
  await handler?.run({ userId: who.id, exportId }, job(over))
}

async function photoOf(who: Person, storyId: string): Promise<void> {
  const [id, colour] = [uuidv7(), { r: 200, g: 90, b: 40 }]
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const key = `media/${who.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, caption, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 'a.png', 'Rosa & "Tom" <1956>', $4, $5)`,
    [who.id, id, storyId, bytes.length, key],
  )
}

/** A told story with two photographs, and a journal with everything that must not be read as markup. */
async function bookOf(who: Person) {
  const { id: recordingId, story } = await recordWhole(
    who,
    new Uint8Array(readFileSync(await testMedia.webmVp9())),
  )
  await hearWords(services, who, recordingId, 'We danced until morning.')
  for (let count = 0; count < 2; count += 1) await photoOf(who, story.id)
  const journal = uuidv7()
  await who.client.stories.create({ id: journal, title: 'Tom & Jerry <b>', method: 'journal' })
  await who.client.stories.putNote({
    storyId: journal,
    id: uuidv7(),
    text: '<script>alert("x")</script> & \u0001 more \u{1F600}',
    timestamp: '00:00',
  })
  const book = await who.client.storybooks.create({
    id: uuidv7(),
    title: 'Grandma’s <harbour> & “years”',
    description: 'For Mila',
    storyIds: [story.id, journal],
  })
  return { book, recordingId }
}

async function exported(who: Person, bookId: string, tool: MediaTool): Promise<string> {
  const id = uuidv7()
  await who.client.storybookExports.start({ storybookId: bookId, id, format: 'epub' })
  await work(who, id, tool)
  const [made] = await who.client.storybookExports.list({ storybookId: bookId })
  expect(made).toMatchObject({ id, state: 'completed', progress: 100 })
  const answer = await app.request(made?.downloadUrl ?? '')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/epub+zip')
  const path = join(folder, `${id}.epub`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

const inside = (path: string, name: string) => execFileSync('unzip', ['-p', path, name]).toString()

test.skipIf(!hasFfmpeg || !hasUnzip)(
  'a book becomes an EPUB whose passages are heard where they were said',
  async () => {
    const ana = await person('Ana')
    const { book, recordingId } = await bookOf(ana)

    const path = await exported(ana, book.id, await findMediaTool())

    // The first entry is stored uncompressed, so that an e-reader finds the type at a fixed place.
    expect(readFileSync(path).subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
    const overlay = inside(path, 'EPUB/chapter-1.smil')
    expect(overlay).toContain(`voices/${recordingId}.m4a`)
    expect(overlay).toContain('clipBegin="0.200s"')
    const anchor = /text src="chapter-1.xhtml#(p-[0-9a-f-]+)"/.exec(overlay)?.[1] ?? 'none'
    expect(inside(path, 'EPUB/chapter-1.xhtml')).toContain(`id="${anchor}"`)
    expect(inside(path, 'EPUB/package.opf')).toContain('media-overlay="chapter-1-overlay"')
    expect(inside(path, 'EPUB/chapter-2.xhtml')).toContain('&lt;script&gt;')
  },
)

test.skipIf(!hasFfmpeg || !hasUnzip)('what was told in an added film is heard in the EPUB', async () => {
  const ana = await person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The cassette', method: 'upload' })
  const film = await addedFile(kinora, ana, storyId, { bytes: readFileSync(await testMedia.webmVp9()) })
  await hearFile(services, ana, film, ['We danced until morning.'])
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'Our book', storyIds: [storyId] })

  const path = await exported(ana, book.id, await findMediaTool())

  expect(inside(path, 'EPUB/chapter-1.smil')).toContain(`voices/${film}.m4a`)
  expect(inside(path, 'EPUB/package.opf')).toContain(`href="voices/${film}.m4a"`)
})

/** A chapter that was written and accepted: its second sentence rests on two places. */
async function withWrittenChapter(who: Person, bookId: string, recordingId: string): Promise<void> {
  const place = (startMs: number) => ({ lineId: uuidv7(), startMs, endMs: startMs + 200, text: 'danced' })
  const sentences = [
    { text: 'We danced.', spans: [place(200)] },
    { text: 'It was morning & <late>.', spans: [place(450), place(1_900)] },
  ]
  await database.asOwner(
    `insert into storybook_chapters (user_id, storybook_id, story_id, request_id, state, accepted)
     select user_id, $2, story_id, gen_random_uuid(), 'done', $3 from recordings where user_id = $1`,
    [who.id, bookId, JSON.stringify([{ recordingId, speaker: '', sentences }])],
  )
  await who.client.storybooks.layOut({ id: bookId, baseVersion: 0 })
}

test.skipIf(!hasEpubcheck || !hasFfmpeg)('epubcheck finds nothing wrong with it', async () => {
  const ana = await person('Ana')
  const { book, recordingId } = await bookOf(ana)
  await withWrittenChapter(ana, book.id, recordingId)
  const path = await exported(ana, book.id, await findMediaTool())
  // A sentence is heard at each place it rests on.
  expect(inside(path, 'EPUB/chapter-1.smil').match(/clipBegin="[\d.]+s"/g)).toEqual([
    'clipBegin="0.200s"',
    'clipBegin="0.450s"',
    'clipBegin="1.900s"',
  ])

  // The photographs are on the cover, before the chapter and on a page of their own with the caption.
  expect(inside(path, 'EPUB/package.opf')).toMatch(/<item [^>]*image\/jpeg[^>]* properties="cover-image"/)
  expect(inside(path, 'EPUB/chapter-1.xhtml').match(/<img src="pictures\//g)).toHaveLength(2)
  expect(inside(path, 'EPUB/chapter-1.xhtml')).toContain('alt="Rosa &amp; &quot;Tom&quot; &lt;1956&gt;"')

  const checked = spawnSync('java', [...epubcheck, path], { encoding: 'utf8' })

  expect(checked.stderr + checked.stdout).toContain('No errors or warnings detected')
  expect(checked.status).toBe(0)
})

test.skipIf(!hasFfmpeg || !hasUnzip)('without ffmpeg the voices are copied as they are', async () => {
  const ana = await person('Ana')
  const { book, recordingId } = await bookOf(ana)

  const path = await exported(ana, book.id, new MediabunnyTool())

  const sound = execFileSync('unzip', ['-p', path, `EPUB/voices/${recordingId}.ogg`])
  expect(sound.subarray(0, 4).toString()).toBe('OggS')
  expect(inside(path, 'EPUB/package.opf')).toContain('media-type="audio/ogg; codecs=opus"')
})

test('a second file takes the place of the first, and started twice it is one', async () => {
  const ana = await person()
  const story = uuidv7()
  await ana.client.stories.create({ id: story, title: 'One', method: 'journal' })
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'Book', storyIds: [story] })
  const start = (id: string) =>
    ana.client.storybookExports.start({ storybookId: book.id, id, format: 'epub' })
  const [first, second] = [uuidv7(), uuidv7()]
  await start(first)
  expect(await start(first)).toMatchObject({ id: first, state: 'pending', downloadUrl: null })

  await start(second)

  expect(await ana.client.storybookExports.list({ storybookId: book.id })).toMatchObject([{ id: second }])
  // The job that was queued for the first file finds nothing to do.
  await work(ana, first, new MediabunnyTool())
  expect(await ana.client.storybookExports.list({ storybookId: book.id })).toHaveLength(1)
})

test('an id that a file of another book has is a conflict, and that file stays', async () => {
  const ana = await person()
  const [{ book }, { book: other }] = [await bookOf(ana), await bookOf(ana)]
  const id = uuidv7()
  await ana.client.storybookExports.start({ storybookId: book.id, id, format: 'epub' })

  await expect(
    ana.client.storybookExports.start({ storybookId: other.id, id, format: 'epub' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(await ana.client.storybookExports.list({ storybookId: book.id })).toMatchObject([{ id }])
  expect(await ana.client.storybookExports.list({ storybookId: other.id })).toEqual([])
})

test('while a file is made once more, the one that is there stays until the new one takes its place', async () => {
  const ana = await person()
  const { book } = await bookOf(ana)
  const id = uuidv7()
  await ana.client.storybookExports.start({ storybookId: book.id, id, format: 'epub' })
  await work(ana, id, new MediabunnyTool())
  // The state that a worker leaves when it dies after storing the file, which a backup may be copying just then.
  await database.asOwner(`update storybook_exports set state = 'processing' where id = $1`, [id])
  const broken = new MediabunnyTool()
  broken.sound = () => Promise.reject(new Error('the disk is gone'))

  await expect(work(ana, id, broken)).rejects.toThrow('the disk is gone')

  expect(await services.storage.stat(`media/${ana.id}/book-${id}`)).toEqual({ size: expect.any(Number) })
})

test('a file is its owner’s alone, over an address that names no other', async () => {
  const [ana, boris] = [await person(), await person()]
  const story = uuidv7()
  await ana.client.stories.create({ id: story, title: 'One', method: 'journal' })
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'Book', storyIds: [story] })
  const id = uuidv7()
  await ana.client.storybookExports.start({ storybookId: book.id, id, format: 'epub' })
  await work(ana, id, new MediabunnyTool())
  const [made] = await ana.client.storybookExports.list({ storybookId: book.id })
  const url = made?.downloadUrl ?? ''

  expect((await app.request(url)).status).toBe(200)
  expect((await app.request(url.replaceAll(ana.id, boris.id))).status).toBe(404)
  const forged = url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
  expect((await app.request(forged)).status).toBe(404)
  await expect(boris.client.storybookExports.list({ storybookId: book.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await ana.client.storybooks.delete({ id: book.id })
  expect((await app.request(url)).status).toBe(404)
})

test('a file that cannot be made says so after the last try, and another can be begun', async () => {
  const ana = await person()
  const { book } = await bookOf(ana)
  const id = uuidv7()
  await ana.client.storybookExports.start({ storybookId: book.id, id, format: 'epub' })
  const broken = new MediabunnyTool()
  broken.sound = () => Promise.reject(new Error('the disk is gone'))

  await expect(work(ana, id, broken)).rejects.toThrow('the disk is gone')
  const stateNow = async () => (await ana.client.storybookExports.list({ storybookId: book.id }))[0]?.state
  expect(await stateNow()).toBe('processing')
  await expect(work(ana, id, broken, { isLastAttempt: true })).rejects.toThrow('the disk is gone')
  expect(await stateNow()).toBe('failed')

  await ana.client.storybookExports.start({ storybookId: book.id, id: uuidv7(), format: 'epub' })
  expect(await stateNow()).toBe('pending')
})

type Content = EpubBook['pages'][number]['content']
/** The files of a book of these pages, by name. */
function filesOf(contents: Content[], given: Partial<EpubBook> = {}) {
  const book: EpubBook = {
    id: uuidv7(),
    title: 'The harbour',
    language: 'en',
    creators: ['Ana'],
    modified: new Date(0),
    pages: contents.map((content) => ({ id: uuidv7(), storyId: null, edited: false, version: 0, content })),
    pictures: new Map(),
    voices: new Map(),
    ...given,
  }
  return new Map(packageFiles(book).map(({ name, content }) => [name, content]))
}
const passage = { id: uuidv7(), speaker: '', verbatim: null, voice: null }

test('lines and paragraphs stay apart wherever a person wrote them, whatever an e-reader makes of the styles', () => {
  const text = 'First line\r\nSecond & third\n\nFourth'
  const broken = 'First line<br/>Second &amp; third<br/><br/>Fourth'
  const sentence = { text: 'First line\r\nSecond & third', spans: [] }
  const files = filesOf([
    { kind: 'dedication', text },
    { kind: 'chapter', title: 'The harbour', subtitle: '', pictureId: null },
    {
      kind: 'text',
      passages: [
        { ...passage, kind: 'words', text },
        { ...passage, kind: 'question', text },
        { ...passage, kind: 'quote', text },
        { ...passage, kind: 'words', text, sentences: [sentence] },
      ],
    },
    { kind: 'photo', pictureId: uuidv7(), caption: text },
    { kind: 'closing', text },
  ])

  const chapter = files.get('EPUB/chapter-1.xhtml') ?? ''
  expect(chapter.split(broken)).toHaveLength(5)
  expect(chapter).toContain('First line<br/>Second &amp; third</span><br/><br/>Fourth')
  for (const name of ['dedication', 'closing'])
    expect(files.get(`EPUB/${name}.xhtml`)).toContain(`<p class="${name}" dir="auto">${broken}</p>`)
})

test('a book whose words are read from right to left is turned that way, whatever language it is said to be in', () => {
  const spineOf = (...texts: string[]) => {
    const passages = texts.map((text) => ({ ...passage, kind: 'words' as const, text }))
    const files = filesOf([
      { kind: 'text', passages },
      { kind: 'closing', text: 'The end' },
    ])
    return /<spine[^>]*>/.exec(files.get('EPUB/package.opf') ?? '')?.[0]
  }
  const toTheLeft = '<spine page-progression-direction="rtl">'
  expect(spineOf('רקדנו עד הבוקר.', '“Da” אמרה סבתא.', '1962: ירד שלג.')).toBe(toTheLeft)
  expect(spineOf('رقصنا حتى الصباح.', '«نعم»')).toBe(toTheLeft)
  expect(spineOf('We danced until morning.', 'שלום', 'It rained.')).toBe('<spine>')
  expect(spineOf('Мы танцевали до утра.')).toBe('<spine>')
  expect(spineOf()).toBe('<spine>')
})

test('a dedication and a closing page without a word are no pages, and stand in no list of contents', () => {
  const files = filesOf([
    { kind: 'cover', title: 'The harbour', subtitle: '', pictureId: null },
    { kind: 'dedication', text: '' },
    { kind: 'closing', text: '' },
  ])

  expect([...files.keys()].filter((name) => /dedication|closing/.test(name))).toEqual([])
  for (const name of ['EPUB/nav.xhtml', 'EPUB/package.opf'])
    expect(files.get(name)).not.toMatch(/dedication|closing/i)
  expect(files.get('EPUB/nav.xhtml')).toContain('cover.xhtml')
})

test('words that look like markup or cannot stand in XML stay words', async () => {
  const files = filesOf([{ kind: 'dedication', text: ']]> <!-- \uD800' }], {
    title: 'A <b>bold</b> & "quoted" title \u0000',
    creators: ['<i>'],
  })
  for (const [name, content] of files) {
    for (const forbidden of ['<b>', '<i>', '<!--', '\u0000', '\uD800']) {
      expect(content.includes(forbidden), `${JSON.stringify(forbidden)} in ${name}`).toBe(false)
    }
  }
})
