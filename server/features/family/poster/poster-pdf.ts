import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { TreeLine } from '#contract/tree-lines.ts'
import { type Poster, type PosterPerson, posterHead, posterMargin, wrapped } from '#contract/tree-poster.ts'
import { type Face, type Pdf, registerFaces, runsOf } from '../../../print/faces.ts'
import { type Cut, layOnPaper, type PosterPaper, type Sheets } from './paper.ts'

const ink = { name: '#1d1d1d', life: '#666666', line: '#2e9156', edge: '#8a8a8a', self: '#e3f5ea' }
/** As long as these take, other requests wait for a poster. */
const PEOPLE_AT_ONCE = 200
const LINE_HEIGHT = 24
const SIZE = 18

/**
 * The tree as a PDF to be printed: lines and letters, no pixels, its fonts within it; on one large page, or on sheets that
 * overlap a little and say where they belong. It is written while it is drawn. Letters that no font here has come out as
 * empty boxes.
 */
export function posterPdf(poster: Poster, paper: PosterPaper): Pdf {
  const sheets = layOnPaper(paper, poster)
  const doc = new PDFDocument({
    size: [sheets.width, sheets.height],
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: poster.title, Creator: 'Kinora' },
  })
  registerFaces(doc)
  draw(doc, poster, sheets).catch((error) => doc.emit('error', error))
  return doc
}

/** How many people have names with letters that no font here has. */
export function countUnprintable(poster: Poster): number {
  const doc = new PDFDocument({ autoFirstPage: false })
  registerFaces(doc)
  return poster.people.filter(({ name }) => runsOf(doc, 'regular', name).some((run) => !run.isPrintable))
    .length
}

async function draw(doc: Pdf, poster: Poster, sheets: Sheets): Promise<void> {
  for (const cut of sheets.cuts) {
    doc.addPage()
    doc.save()
    const { edge, scale } = sheets
    doc.rect(edge, edge, sheets.width - 2 * edge, sheets.height - 2 * edge).clip()
    doc.translate(edge, edge).scale(scale).translate(-cut.left, -cut.top)
    drawTitle(doc, poster)
    doc.translate(posterMargin, posterMargin + posterHead)
    await drawTree(doc, poster, inside(cut))
    doc.restore()
    if (sheets.cuts.length > 1) drawPlace(doc, sheets, cut)
  }
  doc.end()
}

/** A cut in the units that people are placed in. */
const inside = ({ left, top, right, bottom }: Cut) => ({
  left: left - posterMargin,
  right: right - posterMargin,
  top: top - posterMargin - posterHead,
  bottom: bottom - posterMargin - posterHead,
})
type Area = ReturnType<typeof inside>

function drawTitle(doc: Pdf, { title, width }: Poster): void {
  drawText(doc, 'semibold', title, {
    middle: width / 2 + posterMargin,
    baseline: posterMargin + 56,
    size: 56,
    most: width + posterMargin,
    colour: ink.name,
  })
}

async function drawTree(doc: Pdf, { people, lines }: Poster, area: Area): Promise<void> {
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
    drawPerson(doc, person)
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

function drawPerson(doc: Pdf, { x, y, name, life, isSelf }: PosterPerson): void {
  const { width, height } = treeSizes
  doc
    .lineWidth(1.5)
    .roundedRect(x, y, width, height, 12)
    .fillAndStroke(isSelf ? ink.self : '#ffffff', ink.edge)
  const names = wrapped(name)
  const count = names.length + (life === '' ? 0 : 1)
  const first = y + height / 2 - (count - 1) * (LINE_HEIGHT / 2) + 6
  const place = { middle: x + width / 2, size: SIZE, most: width - 16 }
  for (const [index, text] of names.entries()) {
    drawText(doc, 'semibold', text, { ...place, baseline: first + index * LINE_HEIGHT, colour: ink.name })
  }
  const below = first + names.length * LINE_HEIGHT
  if (life !== '') drawText(doc, 'regular', life, { ...place, baseline: below, colour: ink.life })
}

type Place = { middle: number; baseline: number; size: number; most: number; colour: string }

/** One line around its middle; smaller where it would not fit. */
function drawText(doc: Pdf, face: Face, text: string, { middle, baseline, size, most, colour }: Place): void {
  const runs = runsOf(doc, face, text)
  const measure = (at: number) => runs.map((run) => doc.font(run.font).fontSize(at).widthOfString(run.text))
  const whole = measure(size).reduce((sum, one) => sum + one, 0)
  const fitting = whole > most ? (size * most) / whole : size
  let x = middle - Math.min(whole, most) / 2
  for (const [index, width] of measure(fitting).entries()) {
    const run = runs[index]
    if (!run) continue
    doc.font(run.font).fontSize(fitting).fillColor(colour)
    doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    x += width
  }
}

/** In the margin, for whoever puts the sheets together. */
function drawPlace(doc: Pdf, { width, height, rows, columns }: Sheets, { row, column }: Cut): void {
  drawText(doc, 'regular', `Row ${row + 1} of ${rows}, sheet ${column + 1} of ${columns}`, {
    middle: width / 2,
    baseline: height - 12,
    size: 9,
    most: width,
    colour: ink.life,
  })
}
