import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'
import { directionsOf, inVisualOrder } from './bidi.ts'
import { mirror } from './bidi-classes.ts'
import type { Face } from './faces.ts'
import { type Letters, lettersIn } from './letters.ts'

/** Letters of one font that are read in one direction: to the right at an even level, to the left at an odd one. */
export type Piece = { font: string; text: string; level: number }
/** A word, and the level of the space before it: null where there is no space, as between the words of Chinese or Thai. */
export type Word = { pieces: Piece[]; gap: number | null }
/** `base` is 1 for a paragraph that is read from right to left. */
export type Words = { base: 0 | 1; words: Word[] }

/** Splits a paragraph into words. Every letter of it must be printable. */
export function wordsOf(letters: Letters, face: Face, text: string): Words {
  const { base, levels } = directionsOf(text)
  const words: Word[] = []
  for (const token of text.matchAll(/\S+/gu)) {
    let at = token.index
    const gap = levels[at - 1] ?? base
    for (const [index, part] of partsOf(token[0]).entries()) {
      words.push({
        pieces: piecesOf(letters, face, part, levels.subarray(at)),
        gap: index === 0 ? gap : null,
      })
      at += part.length
    }
  }
  return { base, words }
}

function piecesOf(letters: Letters, face: Face, text: string, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const letter of lettersIn(text)) {
    const font = letters.fontFor(face, letter) ?? face
    pushLetter(pieces, { font, text: letter, level: levels[at] ?? 0 })
    at += letter.length
  }
  return pieces
}

function pushLetter(pieces: Piece[], letter: Piece): void {
  const last = pieces.at(-1)
  if (last?.font === letter.font && last.level === letter.level) last.text += letter.text
  else pieces.push({ ...letter })
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Splits a token where it may be broken: never before closing punctuation, nor after opening punctuation. */
function partsOf(token: string): string[] {
  if (!writesWithoutSpaces(token)) return [token]
  const parts: string[] = []
  let opens = false
  for (const { segment, isWordLike } of segmenter.segment(token)) {
    const isOpening = /^[\p{Ps}\p{Pi}]+$/u.test(segment)
    if (parts.length > 0 && (opens || !(isWordLike || isOpening))) parts[parts.length - 1] += segment
    else parts.push(segment)
    opens = isOpening
  }
  return parts
}

/** Cuts a word that is wider than the room, so that each part fits. */
export function cutToFit(letters: Letters, word: Word, size: number, room: number): Word[] {
  if (widthOf(letters, word.pieces, size) <= room) return [word]
  const cut: Word[] = [{ pieces: [], gap: word.gap }]
  for (const piece of word.pieces) {
    for (const letter of lettersIn(piece.text)) {
      const open = cut.at(-1)?.pieces ?? []
      const longer = open.map((one) => ({ ...one }))
      pushLetter(longer, { ...piece, text: letter })
      if (open.length > 0 && widthOf(letters, longer, size) > room) {
        cut.push({ pieces: [{ ...piece, text: letter }], gap: null })
      } else open.splice(0, open.length, ...longer)
    }
  }
  return cut
}

/** The width of pieces side by side, in points. */
export function widthOf({ doc }: Letters, pieces: readonly Piece[], size: number): number {
  return pieces.reduce(
    (sum, piece) => sum + doc.font(piece.font).fontSize(size).widthOfString(asDrawn(piece)),
    0,
  )
}

/** The width of words on one line, in points. */
export function lineWidth(letters: Letters, face: Face, words: readonly Word[], size: number): number {
  return widthOf(letters, lineOf(words, face), size)
}

export type LinePlace = { x: number; baseline: number; size: number; colour: string }

/**
 * Draws one line of words from `x` on. Each piece is drawn at its visual place, but the pieces are written in the order in which
 * they are read.
 */
export function drawWords(letters: Letters, face: Face, words: readonly Word[], place: LinePlace): void {
  const { doc } = letters
  const pieces = lineOf(words, face)
  const starts = new Map<Piece, number>()
  let x = place.x
  for (const piece of inVisualOrder(pieces)) {
    starts.set(piece, x)
    x += widthOf(letters, [piece], place.size)
  }
  for (const piece of pieces) {
    doc.font(piece.font).fontSize(place.size).fillColor(place.colour)
    doc.text(asDrawn(piece), starts.get(piece) ?? x, place.baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
    })
  }
}

/**
 * The pieces of a line with the spaces between its words. What can be written in one go is joined into one piece, so that it can be
 * found and copied.
 */
function lineOf(words: readonly Word[], face: Face): Piece[] {
  const pieces: Piece[] = []
  for (const [index, { pieces: own, gap }] of words.entries()) {
    const space = index === 0 || gap === null ? [] : [{ font: face, text: ' ', level: gap }]
    for (const piece of [...space, ...own]) {
      if (piece.level % 2 === 0) pushLetter(pieces, piece)
      else pieces.push({ ...piece })
    }
  }
  return pieces
}

const turnedByShaping =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * The text of a piece as the shaper needs it. The shaper itself reverses any text that contains a letter of a right-to-left script,
 * even where numbers in it are read from left to right.
 */
function asDrawn({ text, level }: Piece): string {
  if (level % 2 === 0) return turnedByShaping.test(text) ? turned(text) : text
  const mirrored = [...text].map(mirror).join('')
  return turnedByShaping.test(text) ? mirrored : turned(mirrored)
}

const turned = (text: string) => lettersIn(text).toReversed().join('')
