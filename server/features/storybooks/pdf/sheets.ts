import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Pdf } from '../../../print/faces.ts'
import { easternOf } from '../../../print/found-fonts.ts'
import { type Letters, openLetters } from '../../../print/letters.ts'

/** A book of 6 x 9 inches with an eighth of an inch around it that the printer cuts off, in points. */
const bleed = 9
export const width = 432 + 2 * bleed
export const height = 648 + 2 * bleed
/** Where words stand, from the paper's edge. */
export const column = { left: 60, right: width - 60, top: 66, bottom: height - 78, width: width - 120 }

export const ink = '#1D1D1D'
export const muted = '#5C5C5C'
export const leaf = '#1F6B3F'
export const paper = '#FFFFFF'

/** The paper a book is printed on, sheet after sheet. */
export type Sheets = {
  doc: Pdf
  letters: Letters
  /** How far down the open sheet is filled. */
  y: number
  /** Begins a sheet; numbered ones say their number at the foot. */
  begin: (look: 'numbered' | 'plain') => void
  /** Begins another sheet where less than this is left. */
  makeRoom: (needed: number) => void
  /** Waits until what was drawn has been written, so that a long book is never held in memory as a whole. */
  written: () => Promise<void>
  end: () => Promise<void>
}

export type Imprint = {
  title: string
  creators: readonly string[]
  language: string
  modified: Date
  /** The folder in which an operator has put further fonts. */
  fonts: string
}

/** Opens a file to print on. */
export function openSheets(path: string, { title, creators, language, modified, fonts }: Imprint): Sheets {
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: creators.join(', '), Creator: 'Kinora', CreationDate: modified },
  })
  const letters = openLetters(doc, { folder: fonts, eastern: easternOf(language, title) })
  // An error (a full disk, say) may come while nothing awaits the stream, and must not end the process: `written` throws it.
  const file = createWriteStream(path).on('error', () => undefined)
  doc.pipe(file)
  let count = 0

  const sheets: Sheets = {
    doc,
    letters,
    y: column.top,
    begin: (look) => {
      doc.addPage()
      // The printer cuts at the trim box (PDF 1.7, 14.11.2); pictures reach beyond it, to the edge of the bleed box.
      const { data } = doc.page.dictionary as unknown as { data: Record<string, number[]> }
      data.TrimBox = [bleed, bleed, width - bleed, height - bleed]
      data.BleedBox = [0, 0, width, height]
      sheets.y = column.top
      count += 1
      if (look === 'numbered') number(doc, count)
    },
    makeRoom: (needed) => {
      if (sheets.y + needed > column.bottom && sheets.y > column.top) sheets.begin('numbered')
    },
    written: async () => {
      // Drawing is synchronous: without this turn of the event loop, nothing would be written before the last page.
      await setImmediate()
      if (file.errored) throw file.errored
      while (doc.readableLength > 0 && file.writableNeedDrain) await once(file, 'drain')
    },
    end: async () => {
      const done = finished(file)
      doc.end()
      await done
    },
  }
  return sheets
}

function number(doc: Pdf, count: number): void {
  doc.font('regular').fontSize(9).fillColor(muted)
  doc.text(String(count), 0, height - 52, { width, align: 'center', lineBreak: false })
}
