import { plainWord, textOf, tokensOf } from '#contract/transcript-words.ts'
import type { Sentence } from './sentences.ts'
import { isFiller } from './vocabulary.ts'

/** The share of a sentence's meaningful words that has to occur in the sentences it cites. The rest is the grammar of retelling. */
const SHARE_MIN = 0.4
/**
 * How many sentences before a cited one count, too: a name is often said a sentence or two before the sentence that tells about it.
 */
const BEFORE = 2

/**
 * Whether a model's sentence is supported by the sentences that it cites: every name and every number in it is said there or just
 * before, and so is a good part of its other words, in some form. The check is automatic and rather refuses too much than too
 * little; a person decides about what passes.
 *
 * @param share how much of the sentence's meaningful words has to be said there, from 0 to 1
 */
export function isBorne(
  text: string,
  cited: readonly Sentence[],
  told: readonly Sentence[],
  share = SHARE_MIN,
): boolean {
  const found = foundIn(text, cited, told)
  if (!found.namesAreSaid) return false
  if (found.carrying === 0) return found.names > 0
  return found.said / found.carrying >= share
}

/**
 * Whether a model's question follows from the sentences that it cites: it names nobody and nothing that was not named there, and
 * repeats at least one name or longer word of theirs. Its other words may be its own, because it asks for what was not told.
 */
export function isAskedOf(text: string, cited: readonly Sentence[], told: readonly Sentence[]): boolean {
  const { namesAreSaid, names, taken } = foundIn(text, cited, told)
  return namesAreSaid && names + taken > 0 && /[?？؟;]["”’)]*$/u.test(text.trim())
}

type Found = { namesAreSaid: boolean; names: number; carrying: number; said: number; taken: number }

function foundIn(text: string, cited: readonly Sentence[], told: readonly Sentence[]): Found {
  if (cited.length === 0) return { namesAreSaid: false, names: 0, carrying: 0, said: 0, taken: 0 }
  const near = cited.flatMap((sentence) => {
    const at = told.indexOf(sentence)
    return at < 0 ? [sentence] : told.slice(Math.max(0, at - BEFORE), at + 1)
  })
  // In a script without spaces an engine may cut the words elsewhere than we do.
  const said = new Set(
    near.flatMap(({ words }) =>
      [...words.map(({ text }) => text), ...tokensOf(textOf(words))].map(plainWord),
    ),
  )
  const isSaid = (word: string) => said.has(word) || [...said].some((other) => isFormOf(word, other))

  const tokens = tokensOf(text).map((written, index) => ({ written, word: plainWord(written), index }))
  const fixed = tokens.filter(
    ({ written, word, index }) => isNumber(word) || (index > 0 && word.length > 1 && isName(written)),
  )
  const carrying = tokens.filter(({ word }) => isLong(word) && !isFiller(word))
  return {
    namesAreSaid: fixed.every(({ word }) => (isNumber(word) ? said.has(word) : isSaid(word))),
    names: fixed.length,
    carrying: carrying.length,
    said: carrying.filter(({ word }) => isSaid(word)).length,
    taken: carrying.filter(({ word }) => (word.length > 3 || han.test(word)) && isSaid(word)).length,
  }
}

const han = /\p{Script=Han}/u

/** Whether a word carries meaning rather than grammar, by its length. In Han characters, one or two are a whole word. */
const isLong = (word: string) => /\p{L}{3}/u.test(word) || han.test(word)

/** In digits, or in the numerals of Han; 一 is left out, as it often means no more than "a". */
const isNumber = (word: string) =>
  /\d|^[〇零一二三四五六七八九十百千万萬億亿兆]{2,}$|^[二三四五六七八九十百千]$/u.test(word)

const isName = (written: string) => /^\P{L}*\p{Lu}/u.test(written)

/** Whether two words are forms of one, that is, begin alike for most of their length: walked and walking, Odesa and Odesas. */
function isFormOf(one: string, other: string): boolean {
  const needed = Math.max(4, Math.ceil(Math.min(one.length, other.length) * 0.7))
  return one.length >= 4 && one.slice(0, needed) === other.slice(0, needed)
}
