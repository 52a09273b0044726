import { posterHead, posterMargin } from '#contract/tree-poster.ts'

/** Points of paper for one unit of the drawing: names come out at nine points. */
const SCALE = 0.5
/** No PDF reader opens a page larger than this, in points (PDF 1.7, annex C). */
const PAGE_MAX = 14_400
/** Sheets that somebody could glue together. A larger tree is drawn smaller. */
const SHEETS_MAX = 300
/** The margin that printers cannot reach, and the strip that neighbouring sheets share, in points. */
const EDGE = 28
const OVERLAP = 14

/** Width and height of each paper in landscape, in points. */
const papers = { a4: [841.89, 595.28], a3: [1190.55, 841.89], letter: [792, 612] } as const
export const posterPapers = ['one', 'a4', 'a3', 'letter'] as const
export type PosterPaper = (typeof posterPapers)[number]

/** The part of the drawing that a sheet shows, in the drawing's units, and the place of the sheet among the others. */
export type Cut = { left: number; top: number; right: number; bottom: number; row: number; column: number }
export type Sheets = {
  /** Width and height of a sheet, in points. */
  width: number
  height: number
  /** Where the drawing begins on the sheet, in points, and how many points each of its units takes. */
  edge: number
  scale: number
  rows: number
  columns: number
  cuts: Cut[]
}

/** How a drawing of that size, with its margins and title, lies on paper. */
export function layOnPaper(paper: PosterPaper, drawing: { width: number; height: number }): Sheets {
  const width = drawing.width + 2 * posterMargin
  const height = drawing.height + 2 * posterMargin + posterHead
  return paper === 'one' ? onOneSheet(width, height) : onManySheets(papers[paper], width, height)
}

function onOneSheet(width: number, height: number): Sheets {
  const scale = Math.min(SCALE, PAGE_MAX / width, PAGE_MAX / height)
  const cut = { left: 0, top: 0, right: width, bottom: height, row: 0, column: 0 }
  return { width: width * scale, height: height * scale, edge: 0, scale, rows: 1, columns: 1, cuts: [cut] }
}

function onManySheets([across, down]: readonly [number, number], width: number, height: number): Sheets {
  const [useful, deep] = [across - 2 * EDGE, down - 2 * EDGE]
  const count = (whole: number, piece: number) =>
    Math.max(1, Math.ceil((whole - OVERLAP) / (piece - OVERLAP)))
  let scale = SCALE
  while (count(width * scale, useful) * count(height * scale, deep) > SHEETS_MAX) scale *= 0.9

  const [columns, rows] = [count(width * scale, useful), count(height * scale, deep)]
  const cuts = Array.from({ length: rows * columns }, (_, index): Cut => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    const left = (column * (useful - OVERLAP)) / scale
    const top = (row * (deep - OVERLAP)) / scale
    return { left, top, right: left + useful / scale, bottom: top + deep / scale, row, column }
  })
  return { width: across, height: down, edge: EDGE, scale, rows, columns, cuts }
}
