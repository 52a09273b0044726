import { readFile, rm, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { damage, spoil } from '../testing/hostile/spoil.ts'
import { newPath } from '../testing/test-media.ts'
import { drawPicture, drawPortrait, drawPrint, drawPublicPicture } from './image.ts'
import { MediaError } from './media-tool.ts'

/* As with films: KINORA_FILMS says how many of a kind. */
const FILMS = process.env.KINORA_FILMS

const plain = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#88aa33' },
    limitInputPixels: false,
  })

/** Four corners of colour with noise over them, so that there is something to decode. */
async function photograph(): Promise<Sharp> {
  const noise = { width: 240, height: 160, channels: 3 as const, background: 'white', noise: noiseOf(40) }
  return sharp(await sharp({ create: noise }).png().toBuffer())
}
const noiseOf = (sigma: number) => ({ type: 'gaussian' as const, mean: 128, sigma })

const kinds = {
  jpg: async () => (await photograph()).jpeg().toBuffer(),
  'progressive.jpg': async () => (await photograph()).jpeg({ progressive: true }).toBuffer(),
  png: async () => (await photograph()).png().toBuffer(),
  webp: async () => (await photograph()).webp().toBuffer(),
  avif: async () => (await photograph()).avif({ effort: 0 }).toBuffer(),
  gif: async () => (await photograph()).gif().toBuffer(),
  tiff: async () => (await photograph()).tiff().toBuffer(),
}

const steps: Record<string, (path: string, output: string) => Promise<unknown>> = {
  drawPicture,
  drawPrint,
  drawPublicPicture,
  drawPortrait: async (path) => drawPortrait(await readFile(path), 400),
}

test.each(Object.entries(kinds))(
  'a spoilt picture as %s is drawn, or says why it is not',
  async (kind, make) => {
    const picture = await make()
    const property = fc.asyncProperty(damage, async (how) => {
      const [spoilt, output] = [newPath(kind), newPath('jpg')]
      await writeFile(spoilt, spoil(picture, how))
      for (const [step, take] of Object.entries(steps)) {
        const failure = await take(spoilt, output).then(
          () => null,
          (error: unknown) => error,
        )
        if (failure !== null) expect(failure, step).toBeInstanceOf(MediaError)
      }
      await Promise.all([rm(spoilt), rm(output, { force: true })])
    })
    await fc.assert(property, FILMS === undefined ? { numRuns: 10, seed: 1_943 } : { numRuns: Number(FILMS) })
  },
)

test('a picture that is decoded whole may have fewer pixels than one that is decoded line by line', async () => {
  const side = 10_100
  const [progressive, baseline, output] = [newPath('jpg'), newPath('jpg'), newPath('jpg')]
  await plain(side).jpeg({ progressive: true }).toFile(progressive)
  await plain(side).jpeg().toFile(baseline)

  await expect(drawPicture(progressive, output)).rejects.toMatchObject({ code: 'UNREADABLE' })
  expect(await drawPicture(baseline, output)).toEqual({ width: side, height: side, isWhole: true })
})
