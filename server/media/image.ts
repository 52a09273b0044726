import type { Metadata } from 'sharp'
import { MediaError } from './media-tool.ts'
import { isPlainJpeg } from './plain-jpeg.ts'

export const PICTURE_TYPE = 'image/jpeg'
const WIDTH_MAX = 1_280
/** A picture of more pixels than any camera makes is an attack on memory. */
const PIXELS_MAX = 300_000_000
/**
 * What a picture may take that is decoded whole, not line by line: an AVIF of 1.5 kB and 60 million pixels took a gigabyte. A
 * phone's twelve million pixels are drawn from any kind, sixty from a progressive JPEG.
 */
const WHOLE_BYTES_MAX = 225_000_000

/** A picture that is whole, but would take more memory than a picture may. */
export class TooManyPixels extends MediaError {
  constructor(size: string) {
    super('UNREADABLE', `too large to be decoded whole: ${size}`)
    this.name = 'TooManyPixels'
  }
}

/** libvips is loaded for the first picture. */
const loadSharp = async () => (await import('sharp')).default

/** Opens a picture within what may be decoded of its kind. `failOn` as sharp has it. */
async function open(input: string | Uint8Array, failOn: 'warning' | 'none') {
  const sharp = await loadSharp()
  const found = await sharp(input, { limitInputPixels: PIXELS_MAX, failOn }).metadata()
  if (found.width * found.height * wholeBytesAPixel(found) > WHOLE_BYTES_MAX) {
    throw new TooManyPixels(`${found.width} by ${found.height} pixels of ${found.format}`)
  }
  return sharp(input, { limitInputPixels: PIXELS_MAX, failOn })
}

/** Bytes of memory for each pixel while it is drawn, as measured; 0 for what is decoded line by line. */
function wholeBytesAPixel({ format, isProgressive, chromaSubsampling, channels, depth }: Metadata): number {
  if (format === 'heif') return 6 * channels
  if (format === 'gif') return 5.5
  if (!isProgressive) return 0
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? 3.2 : 2.1 * channels
  return channels * (depth === 'uchar' ? 1 : 2) + 0.8
}

const undrawable = (error: unknown) =>
  error instanceof MediaError
    ? error
    : new MediaError('UNREADABLE', 'not a picture that can be drawn', { cause: error })

/** `isWhole` is false for a picture whose end is missing: what there is of it was drawn. */
export type DrawnPicture = { width: number; height: number; isWhole: boolean }

/** Draws a JPEG of at most 1280 across, upright, without the place it was taken at; answers with the size of the original. */
export async function drawPicture(input: string, output: string): Promise<DrawnPicture> {
  try {
    return { ...(await draw(input, output, 'warning')), isWhole: true }
  } catch (error) {
    if (error instanceof TooManyPixels) throw error
    // A torn photograph may be the only one there is.
    return { ...(await draw(input, output, 'none')), isWhole: false }
  }
}

async function draw(input: string, output: string, failOn: 'warning' | 'none') {
  try {
    const picture = await open(input, failOn)
    const { autoOrient } = await picture.metadata()
    await picture
      .autoOrient()
      .resize({ width: WIDTH_MAX, withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 82 })
      .toFile(output)
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw undrawable(error)
  }
}

/** Wide enough for any screen; a picture is drawn smaller in a tenth of the time. */
const PUBLIC_SIDE_MAX = 2_560

/** A JPEG for everybody who was sent a link: upright, and without a word of where, when and by what it was taken. */
export async function drawPublicPicture(input: string | Uint8Array): Promise<Uint8Array> {
  try {
    const picture = await open(input, 'none')
    return await picture
      .autoOrient()
      .resize({ width: PUBLIC_SIDE_MAX, height: PUBLIC_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 86 })
      .toBuffer()
  } catch (error) {
    throw undrawable(error)
  }
}

/** Six inches at 300 dots. */
const PRINT_SIDE_MAX = 2_700

/** A JPEG to be printed: upright, and no larger than a printer can show on a page of a book. */
export async function drawPrint(input: string, output: string): Promise<void> {
  try {
    const picture = await open(input, 'none')
    await picture
      .autoOrient()
      .resize({ width: PRINT_SIDE_MAX, height: PRINT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toFile(output)
  } catch (error) {
    throw undrawable(error)
  }
}

/**
 * A square JPEG of `side` pixels around what a face most likely is, upright and without the place it was taken at. One
 * that is so already stays as it is, byte for byte.
 */
export async function drawPortrait(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  try {
    if (await isDrawn(bytes, side)) return bytes
    const picture = await open(bytes, 'warning')
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 86 })
      .toBuffer()
  } catch (error) {
    throw undrawable(error)
  }
}

async function isDrawn(bytes: Uint8Array, side: number): Promise<boolean> {
  if (!isPlainJpeg(bytes)) return false
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning' })
  const { width, height, space } = await picture.metadata()
  if (width !== side || height !== side || space !== 'srgb') return false
  // What cannot be decoded to its last line is no portrait.
  await picture.stats()
  return true
}
