import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { damage, spoil } from '../testing/hostile/spoil.ts'
import { newPath } from '../testing/test-media.ts'
import { drawPicture, drawPortrait, drawPrint, drawPublicPicture, TooManyPixels } from './image.ts'
import { MediaError } from './media-tool.ts'

/* As in hostile-films.test.ts, KINORA_FILMS sets how many of each format. */
const FILMS = process.env.KINORA_FILMS

const plain = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#88aa33' },
    limitInputPixels: false,
  })

/** A picture of noise, so that there is something to decode. */
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

const whole: Record<string, { most: number; make: (picture: Sharp) => Sharp }> = {
  'progressive.jpg': { most: 70, make: (picture) => picture.jpeg({ progressive: true }) },
  'progressive-444.jpg': {
    most: 35,
    make: (picture) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  },
  'interlaced.png': { most: 59, make: (picture) => picture.png({ progressive: true }) },
  gif: { most: 40, make: (picture) => picture.gif() },
  avif: { most: 12.4, make: (picture) => picture.avif({ effort: 0 }) },
}

test.each(Object.entries(whole))(
  'a picture as %s, which is decoded whole, is drawn in little memory or not at all',
  async (kind, { most, make }) => {
    const [below, above, output] = [newPath(kind), newPath(kind), newPath('jpg')]
    await make(plain(sideOf(most))).toFile(below)
    await make(plain(sideOf(most * 1.03))).toFile(above)

    expect(await memoryToDraw(below, output)).toBeLessThan(250_000_000)
    await expect(drawPicture(above, output)).rejects.toThrow(TooManyPixels)
  },
)

test('a picture that is decoded line by line may have as many pixels as any camera makes', async () => {
  const [baseline, output] = [newPath('jpg'), newPath('jpg')]
  const side = sideOf(120)
  await plain(side).jpeg().toFile(baseline)
  expect(await drawPicture(baseline, output)).toEqual({ width: side, height: side, isWhole: true })
})

const sideOf = (millions: number) => Math.floor(Math.sqrt(millions * 1e6))

/**
 * The memory that drawing takes, in bytes, beyond what sharp takes to draw anything at all. Measured in a process of its own, so
 * that its peak is that of the picture.
 */
async function memoryToDraw(path: string, output: string): Promise<number> {
  const program = `
    import { resourceUsage } from 'node:process'
    import sharp from 'sharp'
    import { drawPicture } from ${JSON.stringify(new URL('./image.ts', import.meta.url).href)}
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } }).jpeg().toBuffer()
    const before = resourceUsage().maxRSS
    await drawPicture(...${JSON.stringify([path, output])})
    console.log((resourceUsage().maxRSS - before) * 1_024)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return Number(stdout)
}
