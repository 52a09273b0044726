import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPortrait } from './image.ts'
import { isPlainJpeg } from './plain-jpeg.ts'

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
const plain = await picture.clone().jpeg().toBuffer()

/** The plain picture with an APP0 segment of these bytes. */
const withHeader = (hex: string) => {
  const words = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, words.length + 2]), words, plain.subarray(2)])
}

test('a picture and nothing else is plain, in one scan or in several', async () => {
  expect(isPlainJpeg(plain)).toBe(true)
  expect(isPlainJpeg(await picture.clone().jpeg({ progressive: true }).toBuffer())).toBe(true)
  // As browsers write it, with a header that gives its size on paper.
  expect(isPlainJpeg(withHeader('4a46494600 0101 00 0001 0001 0000'))).toBe(true)
})

test.for([
  [
    'with words of a camera',
    () =>
      picture
        .clone()
        .withExif({ IFD0: { Artist: 'Ana' } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'with a comment',
    () => Buffer.concat([plain.subarray(0, 2), Buffer.from('fffe0004abcd', 'hex'), plain.subarray(2)]),
  ],
  [
    'with a small picture of before it was cut in its header',
    () => withHeader('4a4649460001020000010001 0101 c0ffee'),
  ],
  ['with a small picture in a header of its own', () => withHeader('4a46585800 13 0101 c0ffee')],
  ['with words in place of a header', () => withHeader(Buffer.from('at home at 5 p').toString('hex'))],
  ['with something behind its end', () => Buffer.concat([plain, Buffer.from('<script>')])],
  ['without its end', () => plain.subarray(0, -2)],
  ['of another kind', () => picture.clone().png().toBuffer()],
  ['of no bytes', () => Buffer.alloc(0)],
] as const)('one %s is not, and is drawn anew as a portrait where it can be', async ([, made]) => {
  const bytes = await made()
  expect(isPlainJpeg(bytes)).toBe(false)
  const drawn = await drawPortrait(bytes, 64).catch(() => null)
  if (drawn) expect(isPlainJpeg(drawn)).toBe(true)
})

test('a portrait that was drawn already stays as it is, byte for byte, and one of another size does not', async () => {
  expect(Buffer.from(await drawPortrait(plain, 64)).equals(plain)).toBe(true)
  expect(Buffer.from(await drawPortrait(plain, 32)).equals(plain)).toBe(false)
})

test('a portrait is drawn of a photograph with the odd header of some phones', async () => {
  const taken = Buffer.from(plain)
  const scan = taken.indexOf(Buffer.from([0xff, 0xda])) + 2
  taken.fill(0, scan + taken.readUInt16BE(scan) - 3, scan + taken.readUInt16BE(scan))

  expect(await sharp(await drawPortrait(taken, 32)).metadata()).toMatchObject({ width: 32, height: 32 })
  expect(Buffer.from(await drawPortrait(taken, 64)).equals(taken)).toBe(true)
})
