import { plainWord, tokensOf } from '#contract/transcript-words.ts'
import type { Sentence } from '../../told/sentences.ts'
import { isFiller } from '../../told/vocabulary.ts'
import { type Draft, restingOn } from './drafts.ts'

export type FamilyName = { id: string; firstName: string; lastName: string }

/** The people of the family tree whose name is said. A first name alone counts where only one of the family has it. */
export function peopleIn(sentences: readonly Sentence[], family: readonly FamilyName[]): Draft[] {
  const hasCapitals = writesCapitals(sentences)
  return family.flatMap(({ id, firstName, lastName }): Draft[] => {
    const [first = '', last = ''] = [firstOf(firstName), firstOf(lastName)]
    if (first === '') return []
    const isOnlyOne = family.filter((other) => firstOf(other.firstName) === first).length === 1
    const said = sentences.filter(({ words }) => {
      const plain = words.map(({ text }) => withoutGenitive(text))
      return words.some(({ text }, at) => {
        if (plain[at] !== first) return false
        if (last !== '' && plain.slice(at + 1, at + 4).includes(last)) return true
        // 'Will' is also a word, and so is 'Rose': without a capital, or where every sentence has one, it is no name.
        const isName = hasCapitals ? isCapital(text) && !(at === 0 && isFiller(text)) : !isFiller(text)
        return isOnlyOne && isName
      })
    })
    const text = [firstName, lastName].filter(Boolean).join(' ')
    return said.length === 0 ? [] : [{ kind: 'person', text, familyMemberId: id, evidence: restingOn(said) }]
  })
}

/** Places that the family has written down somewhere, where they are said. */
export function placesIn(sentences: readonly Sentence[], places: readonly string[]): Draft[] {
  const names = places.map((place) => (place.split(',')[0] ?? '').trim()).filter((name) => name.length > 2)
  return [...new Map(names.map((name) => [plainWord(name), name])).values()].flatMap((name): Draft[] => {
    const said = sentences.filter((sentence) => saysInARow(sentence, name))
    return said.length === 0 ? [] : [{ kind: 'place', text: name, evidence: restingOn(said) }]
  })
}

/** Whether a sentence says all words of a name one after the other. */
export function saysInARow({ words }: Pick<Sentence, 'words'>, name: string): boolean {
  const wanted = tokensOf(name).map(withoutGenitive)
  if (wanted.length === 0) return false
  const plain = words.map(({ text }) => withoutGenitive(text))
  return plain.some((_, at) => wanted.every((word, ahead) => plain[at + ahead] === word))
}

/** Whom of the family a name means: its whole name, or a first name that only one has. */
export function memberCalled(name: string, family: readonly FamilyName[]): string | undefined {
  const parts = tokensOf(name).map(withoutGenitive)
  const called = family.filter(({ firstName }) => firstOf(firstName) === parts[0])
  const whole = called.find(({ lastName }) => parts.length > 1 && plainWord(lastName) === parts.at(-1))
  return (whole ?? (called.length === 1 && parts.length === 1 ? called[0] : undefined))?.id
}

const firstOf = (name: string) => {
  const [first] = tokensOf(name)
  return first === undefined ? '' : plainWord(first)
}
const withoutGenitive = (text: string) => plainWord(text).replace(/['’]s$/, '')
const isCapital = (text: string) => /^\P{L}*\p{Lu}/u.test(text)

/** Some engines write no capitals at all. */
const writesCapitals = (sentences: readonly Sentence[]) =>
  sentences.some(({ words }) => words.some(({ text }) => isCapital(text)))
