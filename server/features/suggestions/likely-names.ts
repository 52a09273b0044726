import { plainWord, tokensOf } from '#contract/transcript-words.ts'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

/** As many as an engine that listens is told: a tree may hold fifty thousand people, and no model takes all their names. */
const NAMES_MAX = 100
/** Almost every word of three letters is nearly another one. */
const LETTERS_NEARLY_MIN = 4

export type KnownNames = {
  /** The story's speakers. */
  tellers: readonly string[]
  /** Everybody who may be spoken of, each once; speakers may be among them. */
  people: readonly string[]
}

/**
 * Tells for some lines of a transcript which names to know, the likeliest first: the story's speakers, those whose first or last name
 * is said or nearly said, and then others. The names are taken apart once, for all groups of lines.
 */
export function likelyNames({ tellers, people }: KnownNames): (texts: readonly string[]) => string[] {
  const known = people.map((name) => {
    const [first = '', ...rest] = name.split(/\s+/)
    return { name, first: plainWord(first), last: plainWord(rest.at(-1) ?? '') }
  })

  return (texts) => {
    const plainnessOf = listenFor(texts)
    const ranked = known.map(({ name, first, last }) => {
      return { name, rank: 2 * plainnessOf(first) + plainnessOf(last) }
    })
    ranked.sort((one, other) => other.rank - one.rank)
    const names = new Set([...tellers, ...ranked.map(({ name }) => name)])
    return [...names].filter((name) => name !== '').slice(0, NAMES_MAX)
  }
}

/** How plainly a word is said in texts: 2 where it is, 1 where one is that differs in a letter or two, and else 0. */
function listenFor(texts: readonly string[]): (word: string) => number {
  const words = new Set(texts.flatMap(tokensOf).map(plainWord))
  const nearly = new Set([...words].flatMap(shapesOf))
  const whole = plainWord(texts.join(' '))
  const before = new Map([['', 0]])

  return (word) => {
    const known = before.get(word)
    if (known !== undefined) return known
    // Where words are not parted by spaces, a name may have been cut in two.
    const isSaid = words.has(word) || (writesWithoutSpaces(word) && whole.includes(word))
    const isNearlySaid = isSaid || shapesOf(word).some((shape) => nearly.has(shape))
    const plainness = Number(isSaid) + Number(isNearlySaid)
    before.set(word, plainness)
    return plainness
  }
}

/** A word, and what is left of it without any one of its letters. Words that share one of these differ in a letter or two. */
function shapesOf(word: string): string[] {
  if (word.length < LETTERS_NEARLY_MIN) return []
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
}
