import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { TreeLine } from '#contract/tree-lines.ts'
import { type Poster, type PosterPerson, posterHead, posterMargin, wrapped } from '#contract/tree-poster.ts'
import type { Face, Pdf } from '../../../print/faces.ts'
import { easternOf } from '../../../print/found-fonts.ts'
import { type Letters, lacksLetters, openLetters, printable } from '../../../print/letters.ts'
import { drawWords, lineWidth, wordsOf } from '../../../print/words.ts'
import { type Cut, layOnPaper, type PosterPaper, type Sheets } from './paper.ts'

const ink = { name: '#1d1d1d', life: '#666666', line: '#2e9156', edge: '#8a8a8a', self: '#e3f5ea' }
/** How many people are drawn before the process turns to other requests. */
const PEOPLE_AT_ONCE = 200
const LINE_HEIGHT = 24
const SIZE = 18

/** The file as a stream, how many people have a name that could not be printed whole, and the letters that no font had. */
export type PosterPdf = { pages: Pdf; people: number; letters: string[] }

/**
 * The tree as a PDF for print, in vectors and with embedded fonts; on one large page, or on sheets that overlap a little and
 * say where they belong. The file can be read while it is still being drawn.
 *
 * @param folder where the operator puts further fonts
 */
export function posterPdf(drawn: Poster, paper: PosterPaper, folder: string): PosterPdf {
  const sheets = layOnPaper(paper, drawn)
  const pages = new PDFDocument({
    size: [sheets.width, sheets.height],
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: drawn.title, Creator: 'Kinora' },
  })
  const names = drawn.people.map(({ name }) => name).join(' ')
  const letters = openLetters(pages, { folder, eastern: easternOf('', names) })
  let people = 0
  const poster = {
    ...drawn,
    people: drawn.people.map((person) => {
      const name = printable(letters, 'semibold', person.name)
      people += Number(lacksLetters(letters, person.name))
      return { ...person, name }
    }),
  }
  draw(letters, poster, sheets).catch((error) => pages.emit('error', error))
  return { pages, people, letters: [...letters.missing] }
}

async function draw(letters: Letters, poster: Poster, sheets: Sheets): Promise<void> {
  const { doc } = letters
  for (const cut of sheets.cuts) {
    doc.addPage()
    doc.save()
    const { edge, scale } = sheets
    doc.rect(edge, edge, sheets.width - 2 * edge, sheets.height - 2 * edge).clip()
    doc.translate(edge, edge).scale(scale).translate(-cut.left, -cut.top)
    drawTitle(letters, poster)
    doc.translate(posterMargin, posterMargin + posterHead)
    await drawTree(letters, poster, inside(cut))
    doc.restore()
    if (sheets.cuts.length > 1) drawPlace(letters, sheets, cut)
  }
  doc.end()
}

/** A cut in the coordinates that people are placed in, which begin below the margin and the title. */
const inside = ({ left, top, right, bottom }: Cut) => ({
  left: left - posterMargin,
  right: right - posterMargin,
  top: top - posterMargin - posterHead,
  bottom: bottom - posterMargin - posterHead,
})
type Area = ReturnType<typeof inside>

function drawTitle(letters: Letters, { title, width }: Poster): void {
  drawText(letters, 'semibold', title, {
    middle: width / 2 + posterMargin,
    baseline: posterMargin + 56,
    size: 56,
    most: width + posterMargin,
    colour: ink.name,
  })
}

async function drawTree(letters: Letters, { people, lines }: Poster, area: Area): Promise<void> {
  const { doc } = letters
  const { width, height } = treeSizes
  doc.lineWidth(2.5).strokeColor(ink.line)
  for (const line of lines) {
    const isSeen =
      line.right >= area.left && line.left <= area.right && line.bottom >= area.top && line.top <= area.bottom
    if (isSeen) drawLine(doc, line)
  }
  doc.undash()
  let drawn = 0
  for (const person of people) {
    const { x, y } = person
    if (x + width < area.left || x > area.right || y + height < area.top || y > area.bottom) continue
    drawPerson(letters, person)
    drawn += 1
    if (drawn % PEOPLE_AT_ONCE === 0) await setImmediate()
  }
}

function drawLine(doc: Pdf, { points, isBroken }: TreeLine): void {
  if (isBroken) doc.dash(8, { space: 8 })
  else doc.undash()
  doc.moveTo(points[0] ?? 0, points[1] ?? 0)
  for (let i = 2; i < points.length; i += 2) doc.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
  doc.stroke()
}

function drawPerson(letters: Letters, { x, y, name, life, isSelf }: PosterPerson): void {
  const { width, height } = treeSizes
  letters.doc
    .lineWidth(1.5)
    .roundedRect(x, y, width, height, 12)
    .fillAndStroke(isSelf ? ink.self : '#ffffff', ink.edge)
  const names = wrapped(name)
  const count = names.length + (life === '' ? 0 : 1)
  const first = y + height / 2 - (count - 1) * (LINE_HEIGHT / 2) + 6
  const place = { middle: x + width / 2, size: SIZE, most: width - 16 }
  for (const [index, text] of names.entries()) {
    drawText(letters, 'semibold', text, { ...place, baseline: first + index * LINE_HEIGHT, colour: ink.name })
  }
  const below = first + names.length * LINE_HEIGHT
  if (life !== '') drawText(letters, 'regular', life, { ...place, baseline: below, colour: ink.life })
}

type Place = { middle: number; baseline: number; size: number; most: number; colour: string }

/** Draws a line of text centred on `middle`, smaller where it would be wider than `most`. */
function drawText(letters: Letters, face: Face, text: string, place: Place): void {
  const { middle, baseline, size, most, colour } = place
  const { words } = wordsOf(letters, face, text)
  const whole = lineWidth(letters, face, words, size)
  const fitting = whole > most ? (size * most) / whole : size
  drawWords(letters, face, words, { x: middle - Math.min(whole, most) / 2, baseline, size: fitting, colour })
}

/** Writes the place of a sheet into its margin, for whoever puts the sheets together. */
function drawPlace(letters: Letters, { width, height, rows, columns }: Sheets, { row, column }: Cut): void {
  drawText(letters, 'regular', `Row ${row + 1} of ${rows}, sheet ${column + 1} of ${columns}`, {
    middle: width / 2,
    baseline: height - 12,
    size: 9,
    most: width,
    colour: ink.life,
  })
}
