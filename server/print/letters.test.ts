import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, expect, test } from 'vitest'
import { facesIn } from './collection.ts'
import type { Pdf } from './faces.ts'
import { easternOf } from './found-fonts.ts'
import { openLetters, printable } from './letters.ts'
import { cutToFit, drawWords, lineWidth, widthOf, wordsOf } from './words.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinora-letters-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const literata = new URL('fonts/literata-regular.ttf', import.meta.url)
const literataMore = new URL('fonts/literata-regular-more.ttf', import.meta.url)

const blank = () => new PDFDocument({ size: [400, 200], margin: 0 })
const lettersOf = (fonts = '') => openLetters(blank(), { folder: fonts })
const folderNamed = (name: string) => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
/** Two letters that no shipped font has: a Lisu letter and a cuneiform sign. */
const scarce = '\ua4d0'
const nowhere = '\u{12000}'

test('every letter of Latin, Greek, Cyrillic, Arabic and Hebrew names is there in every face', () => {
  const letters = lettersOf()
  const text = 'Łódź Ναυσικά Жанна مَرْيَم פּוּרִים ۱۳۲۲ ١٩٤٣ پگاه ݣريم'
  for (const face of ['regular', 'italic', 'semibold'] as const) {
    expect(printable(letters, face, text)).toBe(text.normalize('NFC'))
  }
  expect([...letters.missing]).toEqual([])
})

test('no glyph that is drawn is the empty box', () => {
  const letters = lettersOf()
  for (const word of 'Maryam مَرْيَم شָׁלוֹם لله ثلاثة می‌خواهم (١٩٤٣) […]'.replace('ش', 'ש').split(' ')) {
    const { words } = wordsOf(letters, 'regular', printable(letters, 'regular', word))
    for (const { font, text } of words.flatMap(({ pieces }) => pieces)) {
      expect(glyphsOf(letters.doc, font, text), text).not.toContain(0)
    }
  }
})

test('a font from the operator’s folder fills in, whatever else lies there', () => {
  const fonts = folderNamed('own')
  expect(printable(lettersOf(fonts), 'regular', `a${nowhere}`)).toBe('a[…]')
  writeFileSync(join(fonts, 'broken.ttf'), 'no font at all')
  writeFileSync(join(fonts, 'empty.otf'), '')
  writeFileSync(join(fonts, 'notes.txt'), 'fonts for grandmother')
  writeFileSync(join(fonts, 'lisu.ttf'), fontWithScarce())
  symlinkSync('leads-to-itself.ttf', join(fonts, 'leads-to-itself.ttf'))
  mkdirSync(join(fonts, 'folder.ttf'))

  const letters = lettersOf(fonts)

  expect(printable(letters, 'regular', `a${scarce}${nowhere}`)).toBe(`a${scarce}[…]`)
  expect(letters.fontFor('regular', scarce)).toMatch(/^found-/)
  expect(letters.missing).toEqual(new Set([nowhere]))
})

test('a collection is opened at the face for the language', async () => {
  const fonts = folderNamed('collection')
  const file = collectionOf([readFileSync(literata), readFileSync(literataMore)])
  writeFileSync(join(fonts, 'two.ttc'), file)

  expect(facesIn(file)).toEqual(['Literata-Regular', 'Literata-Regular'])
  expect(facesIn(readFileSync(literata))).toBeNull()
  expect(printable(lettersOf(fonts), 'regular', 'a')).toBe('a')
  expect(easternOf('ja', '')).toBe('jp')
  expect(easternOf('', 'こんにちは')).toBe('jp')
  expect(easternOf('', '김영희')).toBe('kr')
  expect(easternOf('zh-TW', '王')).toBe('tc')
  expect(easternOf('', '王')).toBe('sc')
})

test('a collection that is cut off or full of nonsense offers nothing and stops nothing', () => {
  const fonts = folderNamed('hostile')
  const whole = collectionOf([readFileSync(literata)])
  writeFileSync(join(fonts, 'cut.ttc'), whole.subarray(0, 40))
  writeFileSync(join(fonts, 'wild.ttc'), Buffer.concat([whole.subarray(0, 8), Buffer.alloc(400, 0xff)]))
  expect(printable(lettersOf(fonts), 'regular', `Ana ${nowhere}`)).toBe('Ana […]')
})

test('an emoji that no font has is left out with its modifiers, and told', () => {
  const letters = lettersOf()
  // Code points reserved for future emoji, so that no system has them.
  const picture = '\u{1fc00}\u{1f3fd}\u200d\u{1fc01}'
  expect(printable(letters, 'regular', `Ana ${picture} Petrova`)).toBe('Ana  Petrova')
  expect([...letters.missing]).toEqual([picture])
})

test('omitted letters that follow each other are one omission', () => {
  expect(printable(lettersOf(), 'regular', `a ${nowhere}${nowhere} ${nowhere} b`)).toBe('a […] b')
})

test('Chinese and Thai are broken between words, and never before what closes a phrase', () => {
  const letters = lettersOf()
  const { words } = wordsOf(letters, 'regular', '我们昨天去了北京，「很好」。ภาษาไทย')
  const parts = words.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
  expect(parts.join('')).toBe('我们昨天去了北京，「很好」。ภาษาไทย')
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(part).not.toMatch(/^[，。」]|「$/u)
  expect(words.slice(1).every(({ gap }) => gap === null)).toBe(true)
})

test('a word wider than the line is cut where the room ends, and no letter is lost', () => {
  const letters = lettersOf()
  const long = 'مر'.repeat(300) + 'W'.repeat(300)
  const { words } = wordsOf(letters, 'regular', long)
  const cut = words.flatMap((word) => cutToFit(letters, word, 12, 100))
  expect(cut.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')).toBe(long)
  for (const { pieces } of cut) expect(widthOf(letters, pieces, 12)).toBeLessThanOrEqual(100)
})

test('a line is as wide however its pieces are turned, and draws without a page break', () => {
  const letters = lettersOf()
  const { words } = wordsOf(letters, 'regular', 'Maryam مريم, (1943) שרה')
  const [once, twice] = [12, 24].map((size) => lineWidth(letters, 'regular', words, size))
  expect(twice).toBeCloseTo((once ?? 0) * 2)
  drawWords(letters, 'regular', words, { x: 0, baseline: 20, size: 12, colour: '#000000' })
  expect(letters.doc.bufferedPageRange().count).toBe(1)
})

/** The ids of the glyphs that a text is drawn with; 0 is the empty box. */
function glyphsOf(doc: Pdf, font: string, text: string): number[] {
  const { _font } = doc.font(font) as unknown as {
    _font: { layout: (text: string, features: object) => { glyphs: { id: number }[] } }
  }
  return _font.layout(text, {}).glyphs.map(({ id }) => id)
}

/**
 * A font that has the scarce letter in place of its last character (the numero sign, U+2116): the segment of its cmap (format 4) is
 * moved.
 */
function fontWithScarce(): Buffer {
  const font = readFileSync(literataMore)
  const numero = font.indexOf(Buffer.from([0x21, 0x13, 0x21, 0x16, 0xff, 0xff]))
  const starts = font.indexOf(Buffer.from([0x21, 0x13, 0x21, 0x16, 0xff, 0xff]), numero + 6)
  const segments = (starts - numero - 2) / 2
  const deltas = starts + 2 * segments
  const [from, to] = [0x2116, scarce.charCodeAt(0)]
  font.writeUInt16BE(to, numero + 2)
  font.writeUInt16BE(to, starts + 2)
  font.writeUInt16BE((font.readUInt16BE(deltas + 2) - (to - from)) & 0xffff, deltas + 2)
  return font
}

/** Several faces in one file, as systems keep those of several languages. */
function collectionOf(fonts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12 + 4 * fonts.length)
  head.write('ttcf', 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt32BE(fonts.length, 8)
  let start = head.length
  const placed = fonts.map((font, index) => {
    head.writeUInt32BE(start, 12 + 4 * index)
    const moved = Buffer.from(font)
    for (let at = 12; at < 12 + 16 * moved.readUInt16BE(4); at += 16) {
      moved.writeUInt32BE(moved.readUInt32BE(at + 8) + start, at + 8)
    }
    start += moved.length
    return moved
  })
  return Buffer.concat([head, ...placed])
}
