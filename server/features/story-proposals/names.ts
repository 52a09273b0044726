import { plainWord, tokensOf } from '#contract/transcript-words.ts'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'
import type { Sentence } from '../../told/sentences.ts'
import { isFiller } from '../../told/vocabulary.ts'
import { nameOfPerson } from '../family-members/family-members.ts'
import { type Draft, restingOn } from './drafts.ts'

export type FamilyName = { id: string; firstName: string; lastName: string }

/** The words of each sentence without case, accents, punctuation and genitive, and which sentences hold each word. */
type Spoken = { plain: readonly string[][]; sentencesWith: ReadonlyMap<string, readonly number[]> }

/** Built once for all names, because a tree may hold fifty thousand people and a talk ten thousand words. */
function spokenIn(sentences: readonly Sentence[]): Spoken {
  const plain = sentences.map(({ words }) => words.map(({ text }) => withoutGenitive(text)))
  const sentencesWith = new Map<string, number[]>()
  for (const [index, words] of plain.entries()) {
    for (const word of new Set(words)) {
      const known = sentencesWith.get(word)
      if (known) known.push(index)
      else sentencesWith.set(word, [index])
    }
  }
  return { plain, sentencesWith }
}

/** The people of the family tree whose name is said. A first name alone counts where only one of the family has it. */
export function peopleIn(sentences: readonly Sentence[], family: readonly FamilyName[]): Draft[] {
  const hasCapitals = writesCapitals(sentences)
  const { plain, sentencesWith } = spokenIn(sentences)
  const firstNames = family.map(({ firstName }) => firstOf(firstName))
  const bearers = new Map<string, number>()
  for (const first of firstNames) bearers.set(first, (bearers.get(first) ?? 0) + 1)
  return family.flatMap(({ id, firstName, lastName }, place): Draft[] => {
    const first = firstNames[place] ?? ''
    const { last, before } = telling(lastName)
    const isOnlyOne = bearers.get(first) === 1
    const mentions = first === '' ? [] : (sentencesWith.get(first) ?? [])
    const said = mentions.flatMap((index) => {
      const [sentence, words = []] = [sentences[index], plain[index]]
      const isSaid = sentence?.words.some(({ text }, at) => {
        if (words[at] !== first) return false
        if (last !== '' && words.slice(at + 1, at + 4 + before).includes(last)) return true
        // 'Will' and 'Rose' are also ordinary words. If the transcript has capitals, a name must have one, and a filler word at
        // the start of a sentence is no name even with it; if it or the name's script has none, a filler word is never a name.
        const isName =
          hasCapitals && hasCase(text) ? isCapital(text) && !(at === 0 && isFiller(text)) : !isFiller(text)
        return isOnlyOne && isName
      })
      return sentence && isSaid ? [sentence] : []
    })
    const text = nameOfPerson(firstName, lastName)
    return said.length === 0 ? [] : [{ kind: 'person', text, familyMemberId: id, evidence: restingOn(said) }]
  })
}

/** Shorter names are too often something else. In scripts without spaces, two signs are a whole name. */
const isLongEnough = (name: string) => name.length > (writesWithoutSpaces(name) ? 1 : 2)

/** The places that the family has written down somewhere, if a sentence names them. */
export function placesIn(sentences: readonly Sentence[], places: readonly string[]): Draft[] {
  const { plain, sentencesWith } = spokenIn(sentences)
  const names = places.map((place) => (place.split(',')[0] ?? '').trim()).filter(isLongEnough)
  return [...new Map(names.map((name) => [plainWord(name), name])).values()].flatMap((name): Draft[] => {
    const wanted = tokensOf(name).map(withoutGenitive)
    const said = (sentencesWith.get(wanted[0] ?? '') ?? []).flatMap((index) => {
      const sentence = sentences[index]
      return sentence && followEachOther(plain[index] ?? [], wanted) ? [sentence] : []
    })
    return said.length === 0 ? [] : [{ kind: 'place', text: name, evidence: restingOn(said) }]
  })
}

/** Whether a sentence says all words of a name one after the other. */
export const saysInARow = ({ words }: Pick<Sentence, 'words'>, name: string): boolean =>
  followEachOther(
    words.map(({ text }) => withoutGenitive(text)),
    tokensOf(name).map(withoutGenitive),
  )

const followEachOther = (plain: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && plain.some((_, at) => wanted.every((word, ahead) => plain[at + ahead] === word))

/** The id of the only person whom a name can mean: by first and last name, or by a first name that only one of the family has. */
export function memberCalled(name: string, family: readonly FamilyName[]): string | undefined {
  const parts = tokensOf(name).map(withoutGenitive)
  const called = family.filter(({ firstName }) => firstOf(firstName) === parts[0])
  const whole = called.filter(({ lastName }) => {
    const last = tokensOf(lastName).map(withoutGenitive)
    const ending = parts.slice(1).slice(-last.length)
    return last.length > 0 && last.join(' ') === ending.join(' ')
  })
  const meant = whole.length === 0 && parts.length === 1 ? called : whole
  return meant.length === 1 ? meant[0]?.id : undefined
}

const firstOf = (name: string) => {
  const [first] = tokensOf(name)
  return first === undefined ? '' : plainWord(first)
}
/** Small words that many last names begin with, without accents. */
const PARTICLES = new Set(
  'van von vom zu zum zur der den dem de het ten ter da di do dos das du des del della la le los las el al bin ibn'.split(
    ' ',
  ),
)

/** The first word of a last name by which it differs from others, and how many small words stand before it. */
function telling(lastName: string): { last: string; before: number } {
  const words = tokensOf(lastName).map(plainWord)
  const at = words.findIndex((word) => !PARTICLES.has(word))
  return at === -1 ? { last: words[0] ?? '', before: 0 } : { last: words[at] ?? '', before: at }
}
const withoutGenitive = (text: string) => plainWord(text).replace(/['’]s$/, '')
const hasCase = (text: string) => /[\p{Lu}\p{Ll}]/u.test(text)
const isCapital = (text: string) => /^\P{L}*\p{Lu}/u.test(text)

/** Whether the transcript has capitals; some engines write none at all. */
const writesCapitals = (sentences: readonly Sentence[]) =>
  sentences.some(({ words }) => words.some(({ text }) => isCapital(text)))
