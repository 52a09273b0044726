import { escapeXml } from '#contract/escape-markup.ts'
import type { FamilyTree } from '#contract/family.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { placeFamily } from '#contract/place-family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import type { Placed } from '#contract/tree-layout.ts'
import { pathOf, type TreeLine } from '#contract/tree-lines.ts'

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
/** The number of characters of the type below that fit into a card's width. */
const SIGNS = 19

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

/** A name on at most three lines, broken between words; the last line is truncated if the name is longer still. */
export function wrapped(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= SIGNS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const [first, second, third, ...more] = lines
  const last = third !== undefined && more.length > 0 ? `${third} …` : third
  return [first, second, last].flatMap((line) => (line === undefined ? [] : [shortened(line)]))
}

function shortened(line: string): string {
  const signs = [...line]
  return signs.length > SIGNS ? `${signs.slice(0, SIGNS - 1).join('')}…` : line
}
