import { escapeXml } from '#contract/escape-markup.ts'
import type { FamilyTree } from '#contract/family.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { placeFamily } from '#contract/place-family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { Placed } from '#contract/tree-layout.ts'
import { pathOf, type TreeLine } from '#contract/tree-lines.ts'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

export type PosterPerson = Placed & { name: string; life: string; isSelf: boolean }
export type Poster = {
  title: string
  people: PosterPerson[]
  lines: TreeLine[]
  width: number
  height: number
}

export const posterMargin = 80
export const posterHead = 140
const [MARGIN, HEAD] = [posterMargin, posterHead]
/** The number of letters of the type below that fit into a card's width. A wide one (Chinese, kana, Hangul, emoji) counts as two. */
const SIGNS = 19
const wide =
  /(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]/u
/** What takes no room of its own: marks above and below letters, and signs that are not seen. */
const roomless = /[\p{Mn}\p{Me}\p{Cf}]/gu
const graphemes = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A family as a poster shows it. */
export function posterOf(title: string, tree: FamilyTree): Poster {
  const { people, ...drawn } = placeFamily(tree)
  return {
    title,
    people: people.map(({ person, ...placed }) => ({
      ...placed,
      name: nameOf(person),
      life: lifeOf(person),
      isSelf: person.isSelf,
    })),
    ...drawn,
  }
}

/**
 * The tree as one SVG that can be printed at any size: no external pictures, no script, names as text. The person who prints
 * chooses the paper, A4 landscape or larger; the drawing scales.
 */
export function posterSvg({ title, people, lines, width, height }: Poster): string {
  const [fullWidth, fullHeight] = [width + 2 * MARGIN, height + 2 * MARGIN + HEAD]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fullWidth} ${fullHeight}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${fullWidth}" height="${fullHeight}" fill="#ffffff"/>`,
    `<text x="${fullWidth / 2}" y="${MARGIN + 56}" text-anchor="middle" font-family="Literata, Georgia, serif" font-size="56" font-weight="600" fill="#1d1d1d">${escapeXml(title)}</text>`,
    `<g transform="translate(${MARGIN} ${MARGIN + HEAD})">`,
    ...lines.map(lineSvg),
    ...people.map(personSvg),
    '</g></svg>',
  ].join('\n')
}

function lineSvg({ points, isBroken }: TreeLine): string {
  const dash = isBroken ? ' stroke-dasharray="8 8"' : ''
  return `<path d="${pathOf(points)}" fill="none" stroke="#2e9156" stroke-width="2.5"${dash}/>`
}

function personSvg({ x, y, name, life, isSelf }: PosterPerson): string {
  const { width, height } = treeSizes
  const names = wrapped(name)
  const count = names.length + (life === '' ? 0 : 1)
  const first = y + height / 2 - (count - 1) * 12 + 6
  const texts = [...names, ...(life === '' ? [] : [life])].map((text, index) => {
    const isName = index < names.length
    const look = isName ? 'font-weight="600" fill="#1d1d1d"' : 'fill="#666666"'
    return `<text x="${x + width / 2}" y="${first + index * 24}" text-anchor="middle" font-family="'Atkinson Hyperlegible Next', sans-serif" font-size="18" ${look}>${escapeXml(text)}</text>`
  })
  const fill = isSelf ? '#e3f5ea' : '#ffffff'
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${fill}" stroke="#8a8a8a" stroke-width="1.5"/>${texts.join('')}</g>`
}

/**
 * A name on at most three lines, broken between words, and between letters where its script has no spaces; a line that is still too
 * wide is truncated, and so is the last one if the name is longer.
 */
export function wrapped(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(/\s+/).filter(Boolean).flatMap(brokenUp)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= SIGNS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const [first, second, third, ...more] = lines
  const last = third !== undefined && more.length > 0 ? `${third} …` : third
  return [first, second, last].flatMap((line) => (line === undefined ? [] : [shortened(line)]))
}

const brokenUp = (word: string): string[] => (writesWithoutSpaces(word) ? piecesOf(word, SIGNS) : [word])

const shortened = (line: string): string =>
  widthOf(line) > SIGNS ? `${piecesOf(line, SIGNS - 1)[0] ?? ''}…` : line

/** Cuts a text into pieces of at most this width, between letters as people count them. */
function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = []
  for (const letter of lettersIn(text)) {
    const last = pieces.at(-1)
    if (last !== undefined && widthOf(last) + widthOf(letter) <= most)
      pieces[pieces.length - 1] = last + letter
    else pieces.push(letter)
  }
  return pieces
}

const lettersIn = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** How many letters of ordinary width take the room of a text. */
const widthOf = (text: string): number =>
  lettersIn(text).reduce((width, letter) => width + widthOfLetter(letter), 0)

const widthOfLetter = (letter: string): number =>
  wide.test(letter) ? 2 : [...letter.replaceAll(roomless, '')].length
