import { encode } from 'uqr'
import type { Pdf } from '../../../print/faces.ts'
import { ink, paper } from './sheets.ts'

/** The light border that a scanner needs, in squares (ISO/IEC 18004). */
const quiet = 4

/** Draws an address as a QR code in vectors instead of pixels, so that it is sharp at any size. */
export function drawQrCode(doc: Pdf, address: string, x: number, y: number, side: number): void {
  // M: the code can still be read when about 15% of it is damaged.
  const { data, size } = encode(address, { ecc: 'M', border: quiet })
  const square = side / size
  doc.rect(x, y, side, side).fill(paper)
  for (const [row, squares] of data.entries()) {
    for (const [from, length] of darkStretches(squares)) {
      doc.rect(x + from * square, y + row * square, length * square, square)
    }
  }
  doc.fill(ink)
}

/** The runs of dark squares in a row: where each begins, and how many squares it has. */
function darkStretches(squares: readonly boolean[]): [from: number, length: number][] {
  const stretches: [number, number][] = []
  for (const [at, isDark] of squares.entries()) {
    const open = stretches.at(-1)
    if (!isDark) continue
    if (open && open[0] + open[1] === at) open[1] += 1
    else stretches.push([at, 1])
  }
  return stretches
}
