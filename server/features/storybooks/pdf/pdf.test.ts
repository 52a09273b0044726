import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { BookPage, PageContent } from '#contract/book-pages.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import { drawPrint } from '../../../media/image.ts'
import type { Pdf } from '../../../print/faces.ts'
import { createTestKinora } from '../../../testing/kinora.ts'
import { recordWhole } from '../../../testing/recorder.ts'
import { storybookFile } from '../../../testing/storybook-file.ts'
import { hearWords } from '../../../testing/transcripts.ts'
import { drawQrCode } from './qr-code.ts'
import { type PdfBook, writePdf } from './write-pdf.ts'

const kinora = await createTestKinora()
const { person, services, database } = kinora
type Person = Awaited<ReturnType<typeof person>>
const folder = mkdtempSync(join(tmpdir(), 'kinora-pdf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0
const inFile = (bytes: Buffer) => {
  const path = join(folder, `${uuidv7()}.pdf`)
  writeFileSync(path, bytes)
  return path
}
const textOf = (path: string) => execFileSync('pdftotext', ['-layout', path, '-']).toString()

/** The contents of every QR code that a decoder finds on the pages, drawn as a printer would draw them. */
async function codesOf(path: string): Promise<string[]> {
  const pages = mkdtempSync(join(folder, 'pages-'))
  execFileSync('pdftoppm', ['-r', '200', '-png', path, join(pages, 'page')])
  const found: string[] = []
  for (const name of readdirSync(pages).toSorted()) {
    const { data, info } = await sharp(join(pages, name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const code = jsQR(new Uint8ClampedArray(data), info.width, info.height)
    if (code) found.push(code.data)
  }
  return found
}

async function told(who: Person, title: string, words: string): Promise<string> {
  const { id, story } = await recordWhole(who, new TextEncoder().encode(`film ${uuidv7()}`))
  await hearWords(services, who, id, words)
  await database.asOwner(`update recordings set sha256 = rpad('0123abcd', 64, '0') where id = $1`, [id])
  await who.client.stories.update({ id: story.id, title })
  return story.id
}

const bookOf = (who: Person, storyIds: string[]) =>
  who.client.storybooks.create({ id: uuidv7(), title: 'Grandma’s harbour', storyIds })

const page = (content: PageContent, storyId: string | null = null): BookPage => ({
  id: uuidv7(),
  storyId,
  content,
  edited: false,
  version: 0,
})
const words = (...texts: string[]) =>
  page({
    kind: 'text',
    passages: texts.map((text) => ({
      id: uuidv7(),
      kind: 'words',
      speaker: '',
      text,
      verbatim: null,
      voice: null,
    })),
  })
const printed = async (pages: Iterable<BookPage>, over: Partial<PdfBook> = {}) => {
  const path = join(folder, `${uuidv7()}.pdf`)
  const made = { title: 'Book', creators: ['Elena'], language: 'en', modified: new Date() }
  const missing = await writePdf(path, {
    ...made,
    pictures: new Map(),
    paths: new Map(),
    chapters: new Map(),
    pages,
    fonts: '',
    ...over,
  })
  return { path, missing }
}

test.skipIf(!hasPoppler)(
  'every chapter carries a code that opens its recording, until the link is turned off',
  async () => {
    const ana = await person('Ana')
    const stories = [
      await told(ana, 'The dance', 'We danced until morning.'),
      await told(ana, 'The winter', 'It snowed.'),
    ]
    const book = await bookOf(ana, stories)

    const { bytes, type } = await storybookFile(kinora, ana, {
      storybookId: book.id,
      format: 'pdf',
      voiceLinks: true,
    })

    expect(type).toBe('application/pdf')
    const links = await Promise.all(stories.map((storyId) => ana.client.publicLinks.get({ storyId })))
    const path = inFile(bytes)
    expect(await codesOf(path)).toEqual(links.map((link) => link?.url))
    expect(textOf(path)).toContain('Hear this chapter: The dance')
    expect(textOf(path)).toMatch(/\d{4} · 0123abcd/)

    const [first = ''] = stories
    await ana.client.publicLinks.turnOff({ storyId: first })
    await expect(
      ana.client.publicStories.open({ token: links[0]?.url.split('/s/')[1] ?? '' }),
    ).rejects.toMatchObject({ code: 'SHARE_LINK_OFF' })
  },
)

test.skipIf(!hasPoppler)('without being asked for codes a book opens nothing to anybody', async () => {
  const ana = await person('Ana')
  const story = await told(ana, 'The dance', 'We danced until morning.')
  const book = await bookOf(ana, [story])

  const { bytes } = await storybookFile(kinora, ana, { storybookId: book.id, format: 'pdf' })

  expect(await ana.client.publicLinks.get({ storyId: story })).toBeNull()
  const path = inFile(bytes)
  expect(await codesOf(path)).toEqual([])
  expect(textOf(path)).toContain('We danced until morning.')
})

test('a code as it is drawn is read by a decoder', () => {
  const url = `https://kinora.example/s/${'Ab3_-'.repeat(8)}xyz`
  const side = 400
  const pixels = new Uint8ClampedArray(side * side * 4)
  let open: number[][] = []
  const doc = {
    rect: (...rect: number[]) => {
      open.push(rect)
      return doc
    },
    fill: (color: string) => {
      const level = color === '#FFFFFF' ? 255 : 0
      for (const [x = 0, y = 0, w = 0, h = 0] of open)
        for (let row = Math.round(y); row < Math.round(y + h); row += 1)
          for (let column = Math.round(x); column < Math.round(x + w); column += 1)
            pixels.set([level, level, level, 255], (row * side + column) * 4)
      open = []
      return doc
    },
  }

  drawQrCode(doc as unknown as Pdf, url, 0, 0, side)

  expect(jsQR(pixels, side, side)?.data).toBe(url)
})

test.skipIf(!hasPoppler)('it is 6 by 9 inches with bleed around, and every font is in the file', async () => {
  const { path } = await printed([words('We danced. Dvořák, Łódź, Привет, Καλημέρα.')])

  const boxes = execFileSync('pdfinfo', ['-box', path]).toString()
  expect(boxes).toMatch(/MediaBox:\s+0\.00\s+0\.00\s+450\.00\s+666\.00/)
  expect(boxes).toMatch(/TrimBox:\s+9\.00\s+9\.00\s+441\.00\s+657\.00/)
  const fonts = execFileSync('pdffonts', [path]).toString().trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(1)
  for (const font of fonts) expect(font).toMatch(/Literata.*\s+yes\s+yes\s+yes/)
  expect(textOf(path)).toContain('We danced. Dvořák, Łódź, Привет, Καλημέρα.')
})

test.skipIf(!hasPoppler)(
  'every page but the cover, the dedication and the closing one says its number at its foot',
  async () => {
    const paragraph = 'We danced until morning, every one of us, and nobody was tired. '.repeat(12)
    const { path } = await printed([
      page({ kind: 'cover', title: 'Book', subtitle: 'Elena', pictureId: null }),
      page({ kind: 'dedication', text: 'For Mila' }),
      page({ kind: 'chapter', title: 'The dance', subtitle: '', pictureId: null }),
      // More text than one sheet holds.
      words(paragraph, paragraph, paragraph, paragraph),
      page({ kind: 'photo', pictureId: uuidv7(), caption: 'The harbour' }),
      page({ kind: 'closing', text: 'Told by Elena' }),
    ])

    const sheets = execFileSync('pdftotext', ['-bbox', path, '-']).toString().split('<page ').slice(1)
    const atFoot = sheets.map((sheet) =>
      [...sheet.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"[^>]*>([^<]+)</g)]
        .filter(([, , yMin]) => Number(yMin) > 666 - 78)
        .map(([, xMin, , xMax, word]) => ({ word, middle: Math.round((Number(xMin) + Number(xMax)) / 2) })),
    )
    const number = (word: string) => [{ word, middle: 225 }]
    expect(sheets.length).toBe(8)
    expect(atFoot).toEqual([[], [], number('3'), number('4'), number('5'), number('6'), number('7'), []])
  },
)

test.skipIf(!hasPoppler)(
  'Arabic and Hebrew are set as letters, from the right, beside words of other scripts',
  async () => {
    const { path, missing } = await printed([
      words('مرحبا بالعالم', 'שלום עוֹלם 1956', 'Maryam مريم, 1943', 'ثلاثة أبيات', 'We laughed <b>&'),
      page({ kind: 'chapter', title: 'حكاية', subtitle: 'סבתא', pictureId: null }),
    ])

    const text = textOf(path)
    for (const word of ['مرحبا', 'بالعالم', 'Maryam', 'مريم', 'ثلاثة', 'حكاية', 'סבתא', '1956']) {
      expect(text).toContain(word)
    }
    expect(missing).toEqual([])
    expect(execFileSync('pdfimages', ['-list', path]).toString().trim().split('\n')).toHaveLength(2)
    // The first paragraph ends at the right edge of the column, the third begins at the left one.
    const places = execFileSync('pdftotext', ['-bbox', path, '-'])
      .toString()
      .replaceAll(/[\u202a-\u202e]/g, '')
    const edges = [...places.matchAll(/xMin="([\d.]+)".*?xMax="([\d.]+)".*?>([^<]+)</g)]
    const edgeOf = (word: string, side: 1 | 2) => Number(edges.find((found) => found[3] === word)?.[side])
    // With -bbox, pdftotext gives the letters of a word as they stand on the page, from left to right.
    const onPage = (word: string) => [...word].toReversed().join('')
    expect(edgeOf(onPage('مرحبا'), 2)).toBeCloseTo(390, 0)
    expect(edgeOf(onPage('بالعالم'), 2)).toBeLessThan(edgeOf(onPage('مرحبا'), 1))
    expect(edgeOf('Maryam', 1)).toBeCloseTo(60, 0)
  },
)

test.skipIf(!hasPoppler)('a long line from right to left is broken where it is read to', async () => {
  const { path } = await printed([
    words(Array.from({ length: 40 }, (_, i) => `كلمة${'ا'.repeat(i % 7)} ${i}`).join(' ')),
  ])
  const lines = textOf(path)
    .split('\n')
    .filter((line) => line.includes('كلمة'))
  expect(lines.length).toBeGreaterThan(3)
  const firsts = lines.map((line) => Number(/\d+/.exec(line.replaceAll(/[\u202a-\u202e]/g, ''))?.[0]))
  expect(Math.max(...(lines[0]?.match(/\d+/g) ?? []).map(Number))).toBeLessThan(
    Math.min(...(lines.at(-1)?.match(/\d+/g) ?? []).map(Number)),
  )
  expect(firsts[0]).toBeLessThan(firsts.at(-1) ?? 0)
})

test('letters that no font has are told and never drawn as boxes', async () => {
  const { path, missing } = await printed([
    words('Grandma said \u{12000}\u{12001} and left', 'Broken \ud83d end', 'a\u0000b', 'W'.repeat(900)),
  ])

  expect(missing).toEqual(['\u{12000}', '\u{12001}'])
  if (!hasPoppler) return
  const text = textOf(path)
  expect(text).toContain('Grandma said […] and left')
  expect(text).toContain('Broken end')
  expect(text).toContain('ab')
})

test('a book whose letters could not all be printed says so beside the file', async () => {
  const ana = await person('Ana')
  const book = await bookOf(ana, [await told(ana, 'The \u{12000} tablet', 'We danced.')])

  await storybookFile(kinora, ana, { storybookId: book.id, format: 'pdf' })

  const [file] = await ana.client.storybookExports.list({ storybookId: book.id })
  expect(file?.unprintable).toBe('\u{12000}')
})

test('a photograph is printed the way it was held', async () => {
  const path = join(folder, 'held.jpg')
  const turned = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } }).jpeg()
  await turned.withMetadata({ orientation: 6 }).toFile(path)
  const output = join(folder, 'printed.jpg')

  await drawPrint(path, output)

  expect(await sharp(output).metadata()).toMatchObject({ width: 20, height: 40 })
})

test.skipIf(!hasPoppler)('a photograph stands above its caption, however many lines that has', async () => {
  const picture = join(folder, 'wide.jpg')
  await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toFile(picture)
  const id = uuidv7()
  const caption = Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n')
  const { path } = await printed([page({ kind: 'photo', pictureId: id, caption })], {
    pictures: new Map([[id, { id: 'picture', href: 'wide.jpg', mimeType: 'image/jpeg' }]]),
    paths: new Map([['wide.jpg', picture]]),
  })
  const image = join(folder, 'photo')
  execFileSync('pdftoppm', ['-r', '36', '-f', '1', '-l', '1', '-singlefile', '-png', path, image])
  const { data, info } = await sharp(`${image}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const reddest = [...Array(info.height).keys()].filter((row) => {
    const at = (row * info.width + Math.floor(info.width / 2)) * info.channels
    return (data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 60
  })

  expect(reddest.length).toBeGreaterThan(30)
  const words = textOf(path)
  expect(words).toContain('Line 0')
  expect(words).toContain('Line 39')
})

test.skipIf(!hasPoppler)('a cover is one sheet, however long its title and subtitle are', async () => {
  const picture = join(folder, 'cover.jpg')
  await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toFile(picture)
  const id = uuidv7()
  const pictures = new Map([[id, { id: 'picture', href: 'cover.jpg', mimeType: 'image/jpeg' }]])
  const paths = new Map([['cover.jpg', picture]])
  const spoken = 'What our grandmother remembers of the harbour and of whoever came to it. '.repeat(3)
  const lengths = [24, 70, 120, 200]
  const titles = [...lengths.map((length) => spoken.slice(0, length).trim()), 'W'.repeat(200)]
  const subtitles = ['', 'Elena', spoken.slice(0, 198).trim()]
  const covers = titles.flatMap((title) => subtitles.map((subtitle) => ({ title, subtitle })))

  for (const pictureId of [id, null]) {
    const pages = covers.map((cover) => page({ kind: 'cover', ...cover, pictureId, isDrawn: true }))
    const { path } = await printed(pages, { pictures, paths })

    const boxes = execFileSync('pdftotext', ['-bbox', path, '-']).toString().split('<page ').slice(1)
    const said = boxes.map((sheet) => [...sheet.matchAll(/>([^<>\s]+)<\/word>/g)].map(([, word]) => word))
    const mark = pictureId === null ? '' : drawnByMachine
    const expected = covers.map(({ title, subtitle }) => `${mark}${title}${subtitle}`.replaceAll(' ', ''))
    expect(said.map((words) => words.join(''))).toEqual(expected)
    const lowest = [...boxes.join().matchAll(/yMax="([\d.]+)"/g)].map(([, yMax]) => Number(yMax))
    expect(Math.max(...lowest)).toBeLessThan(666 - 70)
  }
})

test('a picture that is gone leaves its page to the words', async () => {
  const { path } = await printed([
    page({ kind: 'cover', title: 'Book', subtitle: '', pictureId: uuidv7() }),
    page({ kind: 'photo', pictureId: uuidv7(), caption: 'The harbour' }),
    page({ kind: 'photo', pictureId: uuidv7(), caption: '' }),
  ])
  expect(statSync(path).size).toBeGreaterThan(1_000)
})

test('a long book is on the disk while it is still being drawn', async () => {
  const path = join(folder, 'long.pdf')
  const sizes: number[] = []
  function* pages() {
    for (let count = 0; count < 300; count += 1) {
      if (count % 100 === 99) sizes.push(statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      yield words(`Page ${count}. ${'We danced until morning, every one of us. '.repeat(25)}`)
    }
  }
  const made = { title: 'Long', creators: [], language: 'en', modified: new Date() }
  await writePdf(path, {
    ...made,
    pictures: new Map(),
    paths: new Map(),
    chapters: new Map(),
    pages: pages(),
    fonts: '',
  })

  expect(sizes[0]).toBeGreaterThan(10_000)
  expect(sizes[2]).toBeGreaterThan((sizes[0] ?? 0) * 2)
})

test.skipIf(process.platform !== 'linux')(
  'a book for which the disk has no room fails by itself, and is drawn no further',
  async () => {
    let drawn = 0
    function* pages() {
      for (; drawn < 300; drawn += 1)
        yield words(`Page ${drawn}. ${'We danced until morning, every one of us. '.repeat(25)}`)
    }
    const made = { title: 'Long', creators: [], language: 'en', modified: new Date(), fonts: '' }
    const nothing = { pictures: new Map(), paths: new Map(), chapters: new Map() }
    await expect(writePdf('/dev/full', { ...made, ...nothing, pages: pages() })).rejects.toThrow('ENOSPC')
    expect(drawn).toBeLessThan(300)
  },
)
