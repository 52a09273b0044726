import sharp from 'sharp'
import { xmlText } from '../../../xml.ts'

/** Sharp enough for print. */
const dotsPerInch = 450
const pointsPerInch = 72

export type Letters = { size: number; leading: number; color: string; ground: string; width: number }
/** Sizes in points. */
export type DrawnLetters = { png: Buffer; width: number; height: number; isRightToLeft: boolean }

/**
 * Draws a text of any script: Pango shapes it, turns it the right way round and takes whatever fonts the system has.
 *
 * @returns null for a text of which nothing shows
 */
export async function drawLetters(text: string, look: Letters): Promise<DrawnLetters | null> {
  const points = (dots: number) => (dots * pointsPerInch) / dotsPerInch
  const drawing = sharp({
    text: {
      // Pango reads markup: what people wrote is escaped.
      text: `<span foreground="${look.color}">${xmlText(text)}</span>`,
      font: `serif ${look.size}`,
      width: Math.floor((look.width * dotsPerInch) / pointsPerInch),
      dpi: dotsPerInch,
      rgba: true,
      wrap: 'word-char',
    },
  })
  try {
    const { data, info } = await drawing
      .flatten({ background: look.ground })
      .png({ palette: false, compressionLevel: 6 })
      .toBuffer({ resolveWithObject: true })
    // A single letter wider than the page is made smaller rather than cut.
    const scale = Math.min(1, look.width / points(info.width))
    return {
      png: data,
      width: points(info.width) * scale,
      height: points(info.height) * scale,
      isRightToLeft: runsFromRight(text),
    }
  } catch (error) {
    if (error instanceof Error && error.message.includes('no text to render')) return null
    throw error
  }
}

/** The first letter with a direction decides (UAX 9, P2). */
export function runsFromRight(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0]
  return (
    first !== undefined &&
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
  )
}
