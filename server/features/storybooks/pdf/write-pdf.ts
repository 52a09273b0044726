import type { BookPage, PageContent, Passage } from '#contract/book-pages.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import type { Pdf } from '../../../print/faces.ts'
import type { ChapterVoice } from '../chapter-voices.ts'
import type { BookAsset } from '../epub/book.ts'
import { drawQrCode } from './qr-code.ts'
import { beginsAtTheRight, heightOf, type Style, setText } from './set-text.ts'
import {
  column,
  height,
  type Imprint,
  ink,
  leaf,
  muted,
  openSheets,
  paper,
  type Sheets,
  width,
} from './sheets.ts'

export type PdfBook = Imprint & {
  pages: Iterable<BookPage>
  pictures: ReadonlyMap<string, BookAsset>
  /** Where the pictures lie, by their href. */
  paths: ReadonlyMap<string, string>
  /** By story id; empty where no QR codes were asked for. */
  chapters: ReadonlyMap<string, ChapterVoice>
}

const body: Style = { face: 'regular', size: 12, leading: 18 }
const titles: Style = { face: 'semibold', size: 25, leading: 32, align: 'center' }
const below: Style = { face: 'italic', size: 12, leading: 18, align: 'center', color: muted }
const passageStyles: Record<Passage['kind'], Style> = {
  words: body,
  question: { ...body, face: 'italic' },
  quote: { face: 'italic', size: 17, leading: 25, indent: 16, color: leaf },
}

/**
 * Writes a book as it is printed: 6 x 9 inches with bleed, fonts embedded, pages numbered.
 *
 * @returns the letters that no font had
 */
export async function writePdf(path: string, book: PdfBook): Promise<string[]> {
  const sheets = openSheets(path, book)
  for (const page of book.pages) {
    await drawPage(sheets, book, page)
    await sheets.written()
  }
  await sheets.end()
  return [...sheets.letters.missing]
}

async function drawPage(sheets: Sheets, book: PdfBook, { content, storyId }: BookPage): Promise<void> {
  switch (content.kind) {
    case 'cover':
      await drawCover(sheets, book, content)
      break
    case 'dedication':
    case 'closing':
      await drawAlone(sheets, content.text)
      break
    case 'chapter':
      await drawOpening(sheets, book, content, book.chapters.get(storyId ?? ''))
      break
    case 'photo':
      await drawPhoto(sheets, book, content)
      break
    case 'text':
      sheets.begin('numbered')
      for (const passage of content.passages) await setPassage(sheets, passage)
  }
}

type Of<Kind extends PageContent['kind']> = Extract<PageContent, { kind: Kind }>

/** A few words on a page of their own. */
async function drawAlone(sheets: Sheets, text: string): Promise<void> {
  if (text === '') return
  sheets.begin('plain')
  sheets.y = column.top + 150
  await setText(sheets, text, { ...below, size: 14, leading: 22, color: ink })
}

async function drawCover(sheets: Sheets, book: PdfBook, content: Of<'cover'>): Promise<void> {
  sheets.begin('plain')
  // A second sheet would not be a cover, and would move every page number.
  const cover = { ...sheets, makeRoom: () => undefined }
  const picture = pathOf(book, content.pictureId)
  await (picture ? drawPictureCover(cover, content, picture) : drawPlainCover(cover, content))
}

async function drawPictureCover(sheets: Sheets, content: Of<'cover'>, picture: string): Promise<void> {
  const { doc } = sheets
  const least = height * 0.4
  const { title, subtitle, needed } = await fitCover(sheets, content, column.bottom - least - 44)
  const high = Math.max(least, Math.min(height * 0.6, column.bottom - needed - 44))
  doc.save().rect(0, 0, width, high).clip()
  doc.image(picture, 0, 0, { cover: [width, high], align: 'center', valign: 'center' }).restore()
  sheets.y = high + 14
  if (content.isDrawn) await setText(sheets, drawnByMachine, small)
  sheets.y = high + 44
  await setText(sheets, content.title, title)
  sheets.y += COVER_GAP
  await setText(sheets, content.subtitle, subtitle)
}

async function drawPlainCover(sheets: Sheets, content: Of<'cover'>): Promise<void> {
  const { doc } = sheets
  const top = 260
  const { title, subtitle } = await fitCover(sheets, content, column.bottom - top)
  doc.rect(0, 0, width, height).fill(leaf)
  drawFlourish(doc, width / 2, 190, 1.5, '#A7E6C1')
  sheets.y = top
  await setText(sheets, content.title, { ...title, color: paper })
  sheets.y += COVER_GAP
  await setText(sheets, content.subtitle, { ...subtitle, color: '#DDF3E5' })
}

const COVER_GAP = 9
/** The last of these has room for a title and a subtitle as long as people may write them. */
const coverScales = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]

/** The largest styles in which a cover's words fit into this height, and the height that they need in them. */
async function fitCover(sheets: Sheets, content: Of<'cover'>, room: number) {
  let fitted = { title: titles, subtitle: below, needed: 0 }
  for (const scale of coverScales) {
    const [title, subtitle] = [scaled(titles, scale), scaled(below, scale)]
    const ofTitle = await heightOf(sheets, content.title, title)
    const ofSubtitle = await heightOf(sheets, content.subtitle, subtitle)
    fitted = { title, subtitle, needed: ofTitle + COVER_GAP + ofSubtitle }
    if (fitted.needed <= room) break
  }
  return fitted
}

const scaled = (style: Style, scale: number): Style => ({
  ...style,
  size: style.size * scale,
  leading: style.leading * scale,
})

async function drawOpening(
  sheets: Sheets,
  book: PdfBook,
  content: Of<'chapter'>,
  voice: ChapterVoice | undefined,
): Promise<void> {
  sheets.begin('numbered')
  const picture = pathOf(book, content.pictureId)
  if (picture) {
    fitPicture(sheets, picture, 250)
    sheets.y += 8
    if (content.isDrawn) await setText(sheets, drawnByMachine, small)
    sheets.y += 26
  } else {
    drawFlourish(sheets.doc, width / 2, 150, 1, leaf)
    sheets.y = 190
  }
  await setText(sheets, content.title, titles)
  sheets.y += 6
  await setText(sheets, content.subtitle, below)
  if (voice) await drawVoice(sheets, voice)
}

const codeSide = 84
const small: Style = { face: 'regular', size: 8.5, leading: 12, align: 'center', color: muted }

/** The QR code that opens the recording, with what helps to find the recording should the address no longer work. */
async function drawVoice(sheets: Sheets, { url, title, date, hash }: ChapterVoice): Promise<void> {
  const lines = [['Hear this chapter', title].join(': '), [date, hash].filter(Boolean).join(' · ')].join('\n')
  const needed = codeSide + 6 + (await heightOf(sheets, lines, small))
  sheets.makeRoom(needed + 24)
  sheets.y = Math.max(sheets.y + 24, column.bottom - needed)
  drawQrCode(sheets.doc, url, (width - codeSide) / 2, sheets.y, codeSide)
  sheets.y += codeSide + 6
  await setText(sheets, lines, small)
}

async function drawPhoto(sheets: Sheets, book: PdfBook, content: Of<'photo'>): Promise<void> {
  const picture = pathOf(book, content.pictureId)
  if (!picture && content.caption === '') return
  sheets.begin('numbered')
  const caption = await heightOf(sheets, content.caption, below)
  const mark = picture && content.isDrawn ? small.leading + 8 : 0
  const high = column.bottom - column.top
  // A long caption leaves the picture half of the sheet, and goes on on the next one.
  if (picture) fitPicture(sheets, picture, Math.max(high - caption - mark - 14, high / 2))
  if (mark > 0) {
    sheets.y += 8
    await setText(sheets, drawnByMachine, small)
  }
  sheets.y += 14
  await setText(sheets, content.caption, below)
}

/** A picture as large as the page lets it be, in the middle of the line. */
function fitPicture(sheets: Sheets, path: string, most: number): void {
  const { doc } = sheets
  const image = opened(doc, path)
  const scale = Math.min(column.width / image.width, most / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  doc.image(path, (width - size.width) / 2, sheets.y, size)
  sheets.y += size.height
}

/** pdfkit keeps a picture that it has opened, so it is read only once; `openImage` is missing from its types. */
function opened(doc: Pdf, path: string): { width: number; height: number } {
  return (doc as unknown as { openImage: (path: string) => { width: number; height: number } }).openImage(
    path,
  )
}

async function setPassage(sheets: Sheets, { kind, speaker, text }: Passage): Promise<void> {
  const style = passageStyles[kind]
  if (speaker !== '') {
    sheets.makeRoom(18 + style.leading * 2)
    await setText(sheets, speaker, { face: 'semibold', size: 9.5, leading: 16, color: leaf })
  }
  if (kind === 'quote') {
    sheets.y += 6
    const high = await heightOf(sheets, text, style)
    sheets.makeRoom(Math.min(high, 300))
    const side = beginsAtTheRight(sheets, text, style) ? column.right - 3 : column.left
    sheets.doc.rect(side, sheets.y + 2, 3, Math.min(high, column.bottom - sheets.y) - 4).fill(leaf)
  }
  await setText(sheets, text, style)
  sheets.y += kind === 'quote' ? 18 : 8
}

/** Two leaves and a line: the ornament of a page without a picture. */
function drawFlourish(doc: Pdf, x: number, y: number, scale: number, color: string): void {
  doc
    .save()
    .translate(x - 60 * scale, y - 20 * scale)
    .scale(scale)
  doc.lineWidth(2).lineCap('round').strokeColor(color)
  doc.path('M8 30c20 0 32-6 52-20 20 14 32 20 52 20').stroke()
  doc.path('M40 22c-2-8-8-12-15-12 0 7 6 12 15 12Zm40 0c2-8 8-12 15-12 0 7-6 12-15 12Z').stroke()
  doc.circle(60, 26, 3).stroke().restore()
}

function pathOf({ pictures, paths }: PdfBook, pictureId: string | null): string | undefined {
  return paths.get(pictures.get(pictureId ?? '')?.href ?? '')
}
