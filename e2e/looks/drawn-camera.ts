import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { demoPeople } from '../../server/features/demo/people.ts'
import { drawPortrait } from '../../server/features/demo/portraits.ts'

/**
 * A film (Motion JPEG) of a person of the demo family in front of the camera, for the browser's fake camera: Chromium's own test
 * picture does not look like a grandmother.
 */
export async function drawnCamera(): Promise<string> {
  const folder = resolve(import.meta.dirname, '../../test-results')
  const marta = demoPeople.find(({ key }) => key === 'marta')
  if (marta === undefined) throw new Error('the demo family has changed')

  const portrait = sharp(Buffer.from(drawPortrait(marta.looks, 3)))
  const [red = 0, green = 0, blue = 0] = await portrait
    .clone()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer()
  // Extends the wall behind her to both sides.
  const wall = { r: red, g: green, b: blue }
  const person = await portrait
    .resize(1280, 720, { fit: 'contain', background: wall })
    .flatten({ background: wall })
    .jpeg({ quality: 90 })
    .toBuffer()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'camera.mjpeg')
  writeFileSync(path, Buffer.concat([person, person]))
  return path
}
