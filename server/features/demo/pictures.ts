import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type PictureName = 'crossing' | 'harbour' | 'bread' | 'winter'

/** A drawing of the demo family, as SVG, 1200 by 800. */
export function pictureOf(name: PictureName): string {
  return readFileSync(join(import.meta.dirname, 'pictures', `${name}.svg`), 'utf8')
}
