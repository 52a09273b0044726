import { limits } from '#contract/limits.ts'

/** One term of a search. It matches any of these texts; the words of a text have to follow each other. */
export type Term = {
  any: string[]
  not: boolean
  /** Its last word may be unfinished, because it is still being typed. */
  beginning: boolean
}

const opening = '"“”„«'
const piece = new RegExp(`(-?)(?:[${opening}]([^"“”„»]*)["“”„»]?|([^\\s${opening}]+))`, 'gu')

/**
 * Reads what somebody typed, as search engines have it: all words, "in this order" between quotes, -without, one OR the
 * other. Nothing that can be typed is an error.
 */
export function readQuery(typed: string): Term[] {
  // PostgreSQL refuses text with a lone half of a surrogate pair.
  const pieces = [...typed.toWellFormed().matchAll(piece)]
  const terms: Term[] = []
  let joinsLast = false

  for (const [index, [, minus, quoted, bare]] of pieces.entries()) {
    const said = (quoted ?? bare ?? '').trim()
    if (bare === 'OR' && minus === '' && terms.length > 0 && index < pieces.length - 1) {
      joinsLast = true
      continue
    }
    if (!/[\p{L}\p{N}]/u.test(said)) continue

    const not = minus === '-'
    // A single letter would be the beginning of far too many words.
    const beginning = bare !== undefined && index === pieces.length - 1 && !not && said.length > 1
    const last = terms.at(-1)
    if (joinsLast && last && !not && !last.not) {
      last.any.push(said)
      last.beginning ||= beginning
    } else {
      terms.push({ any: [said], not, beginning })
    }
    joinsLast = false
  }
  return terms.slice(0, limits.searchTerms)
}

/** The single words, in lower case, that may be a misspelt name. */
export function possibleNames(terms: readonly Term[]): string[] {
  return terms
    .filter((term) => !term.not)
    .flatMap((term) => term.any)
    .filter((word) => /^[\p{L}\p{M}'’]{4,40}$/u.test(word))
    .map((word) => word.toLowerCase())
}

/** The same terms, with similar names as alternatives to the words that may be misspellings of them. */
export function withNames(
  terms: readonly Term[],
  instead: readonly { typed: string; name: string }[],
): Term[] {
  const namesFor = (word: string) =>
    instead.filter(({ typed }) => typed === word.toLowerCase()).map(({ name }) => name)
  return terms.map((term) =>
    term.not ? term : { ...term, any: [...term.any, ...term.any.flatMap(namesFor)] },
  )
}
