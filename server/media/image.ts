import type { Metadata } from 'sharp'
import { MediaError, saysDiskIsFull } from './media-tool.ts'
import { isPlainJpeg } from './plain-jpeg.ts'

export const PICTURE_TYPE = 'image/jpeg'
const WIDTH_MAX = 1_280
/** A JPEG has at most 65,535 lines; a chat of years as one picture has more. */
const HEIGHT_MAX = 65_500
/** No camera makes pictures of more pixels: a larger picture is an attack on memory. */
const PIXELS_MAX = 300_000_000
/**
 * How many bytes a picture may take in memory that is decoded whole and not line by line: an AVIF of 1.5 kB and 60 million pixels
 * took a gigabyte. A phone's twelve million pixels can be drawn from any format, sixty million from a progressive JPEG.
 */
const WHOLE_BYTES_MAX = 225_000_000

/** Thrown for an intact picture that would take more memory than a picture may. */
export class TooManyPixels extends MediaError {
  constructor(size: string) {
    super('UNREADABLE', `too large to be decoded whole: ${size}`)
    this.name = 'TooManyPixels'
  }
}

/** What sharp takes for a failure: 'error' puts up with what decoders only warn of, but not with a missing end. */
type FailOn = 'warning' | 'error' | 'none'

/** Some Samsung phones write such a header into every photograph: every decoder warns of it, and nothing is missing. */
const HARMLESS_WARNING = 'VipsJpeg: Invalid SOS parameters for sequential JPEG'

/** Draws a whole picture; one that is damaged fails. */
async function drawWhole<T>(draw: (failOn: FailOn) => Promise<T>): Promise<T> {
  try {
    return await draw('warning')
  } catch (error) {
    const cause = error instanceof MediaError ? error.cause : error
    const isHarmless = cause instanceof Error && cause.message.trim() === HARMLESS_WARNING
    if (!isHarmless) throw error
    return draw('error')
  }
}

/** Loads libvips only when the first picture is drawn. */
const loadSharp = async () => (await import('sharp')).default

/**
 * Opens a picture unless decoding it would take too much memory. `failOn` is sharp's option.
 * @throws TooManyPixels
 */
async function open(input: string | Uint8Array, failOn: FailOn) {
  const sharp = await loadSharp()
  const found = await sharp(input, { limitInputPixels: PIXELS_MAX, failOn }).metadata()
  if (found.width * found.height * wholeBytesAPixel(found) > WHOLE_BYTES_MAX) {
    throw new TooManyPixels(`${found.width} by ${found.height} pixels of ${found.format}`)
  }
  return sharp(input, { limitInputPixels: PIXELS_MAX, failOn })
}

/** Bytes of memory per pixel while a picture is drawn, as measured; 0 for formats that are decoded line by line. */
function wholeBytesAPixel({ format, isProgressive, chromaSubsampling, channels, depth }: Metadata): number {
  if (format === 'heif') return 6 * channels
  if (format === 'gif') return 5.5
  if (!isProgressive) return 0
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? 3.2 : 2.1 * channels
  return channels * (depth === 'uchar' ? 1 : 2) + 0.8
}

function undrawable(error: unknown): MediaError {
  if (error instanceof MediaError) return error
  if (error instanceof Error && saysDiskIsFull(error.message)) {
    return new MediaError('DISK_FULL', 'the drawn picture could not be written', { cause: error })
  }
  return new MediaError('UNREADABLE', 'not a picture that can be drawn', { cause: error })
}

/** `isWhole` is false for a picture whose end is missing; the part that exists was drawn. */
export type DrawnPicture = { width: number; height: number; isWhole: boolean }

/**
 * Draws a JPEG at most 1280 pixels wide, upright and without the place where it was taken; resolves to the size of the original.
 */
export async function drawPicture(input: string, output: string): Promise<DrawnPicture> {
  try {
    return { ...(await drawWhole((failOn) => draw(input, output, failOn))), isWhole: true }
  } catch (error) {
    const isOfPicture = error instanceof MediaError && error.code === 'UNREADABLE'
    if (error instanceof TooManyPixels || !isOfPicture) throw error
    // A damaged photograph may be the only copy there is.
    return { ...(await draw(input, output, 'none')), isWhole: false }
  }
}

async function draw(input: string, output: string, failOn: FailOn) {
  try {
    const picture = await open(input, failOn)
    const { autoOrient } = await picture.metadata()
    await picture
      .autoOrient()
      .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 82 })
      .toFile(output)
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw undrawable(error)
  }
}

/** Large enough for any screen; drawing a smaller picture takes a tenth of the time. */
const PUBLIC_SIDE_MAX = 2_560

/** Draws a JPEG for everybody who was sent a link: upright, and without any metadata of where, when and by what it was taken. */
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

/** Nine inches, the height of a book's page, at 300 dots per inch. */
const PRINT_SIDE_MAX = 2_700

/** Draws a JPEG for print: upright, and no larger than a printer can show on a page of a book. */
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
 * Draws a square JPEG of `side` pixels around what is most likely a face, upright and without the place where it was taken. A
 * picture that is already like this stays as it is, byte for byte.
 */
export async function drawPortrait(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  try {
    if (await drawWhole((failOn) => isDrawn(bytes, side, failOn))) return bytes
    return await drawWhole(async (failOn) => {
      const picture = await open(bytes, failOn)
      return picture
        .autoOrient()
        .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
        .flatten({ background: 'white' })
        .jpeg({ quality: 86 })
        .toBuffer()
    })
  } catch (error) {
    throw undrawable(error)
  }
}

async function isDrawn(bytes: Uint8Array, side: number, failOn: FailOn): Promise<boolean> {
  if (!isPlainJpeg(bytes)) return false
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn })
  const { width, height, space } = await picture.metadata()
  if (width !== side || height !== side || space !== 'srgb') return false
  // A picture that cannot be decoded to its last line is no portrait.
  await picture.stats()
  return true
}
