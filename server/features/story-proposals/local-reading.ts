import { plainWord } from '#contract/transcript-words.ts'
import { chaptersOf } from './chapters.ts'
import { countWords, type Draft, type Sentence, spanOf, topWords } from './sentences.ts'

export type FamilyName = { id: string; firstName: string; lastName: string }
export type Known = { family: readonly FamilyName[]; places: readonly string[] }

/** Fewer sentences are their own summary. */
const SENTENCES_MIN = 5
const SUMMARY_SENTENCES = 3
const SUMMARY_WORDS_MIN = 6
const TAGS_MAX = 5
const EVIDENCE_MAX = 5

/**
 * What a story seems to be about, by counting: the sentences that hold most of what is said most, the words said most,
 * and names that the family knows. Not a word of it is new; it works in any language that puts spaces between words.
 */
export function readLocally(sentences: readonly Sentence[], known: Known): Draft[] {
  return [
    ...summaryOf(sentences),
    ...titleOf(sentences),
    ...topWords(sentences, TAGS_MAX, 2).map((word): Draft => ({ kind: 'tag', text: word, evidence: saying(sentences, [word]) })),
    ...chaptersOf(sentences),
    ...peopleIn(sentences, known.family),
    ...placesIn(sentences, known.places),
  ]
}

function summaryOf(sentences: readonly Sentence[]): Draft[] {
  if (sentences.length < SENTENCES_MIN) return []
  const counts = countWords(sentences)
  const weight = ({ meaning, words }: Sentence) =>
    [...new Set(meaning)].reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.sqrt(words.length)
  const chosen = sentences
    .filter(({ words, meaning }) => words.length >= SUMMARY_WORDS_MIN && meaning.length > 1)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, SUMMARY_SENTENCES)
  if (chosen.length === 0) return []
  const inOrder = sentences.filter((sentence) => chosen.includes(sentence))
  return [
    {
      kind: 'summary',
      text: inOrder.map(({ text }) => text).join(' '),
      evidence: inOrder.map((sentence) => ({ sentence: sentence.text, spans: [spanOf(sentence)] })),
    },
  ]
}

function titleOf(sentences: readonly Sentence[]): Draft[] {
  const [first, second] = topWords(sentences, 2, 2)
  if (first === undefined) return []
  const text = second === undefined ? capital(first) : `${capital(first)} and ${second}`
  return [{ kind: 'title', text, evidence: saying(sentences, [first, second ?? first]) }]
}

function peopleIn(sentences: readonly Sentence[], family: readonly FamilyName[]): Draft[] {
  return family.flatMap(({ id, firstName, lastName }) => {
    const [first, last] = [plainWord(firstName), plainWord(lastName)]
    const isOnlyOne = family.filter((other) => plainWord(other.firstName) === first).length === 1
    const said = sentences.filter(({ words }) => {
      const plain = words.map((word) => plainWord(word.text).replace(/['’]s$/, ''))
      return plain.some((word, at) => word === first && first !== '' && (isOnlyOne || plain[at + 1] === last))
    })
    const text = [firstName, lastName].filter(Boolean).join(' ')
    return said.length === 0 ? [] : [{ kind: 'person', text, familyMemberId: id, evidence: evidenceOf(said) } as Draft]
  })
}

/** Places that the family has written down somewhere, where they are said. */
function placesIn(sentences: readonly Sentence[], places: readonly string[]): Draft[] {
  const names = places.map((place) => (place.split(',')[0] ?? '').trim()).filter((name) => name.length > 2)
  return [...new Set(names)].flatMap((name) => {
    const wanted = name.split(/\s+/).map(plainWord)
    const said = sentences.filter(({ words }) => {
      const plain = words.map((word) => plainWord(word.text))
      return plain.some((_, at) => wanted.every((word, ahead) => plain[at + ahead] === word))
    })
    return said.length === 0 ? [] : [{ kind: 'place', text: name, evidence: evidenceOf(said) } as Draft]
  })
}

const saying = (sentences: readonly Sentence[], words: readonly string[]) =>
  evidenceOf(sentences.filter(({ meaning }) => words.some((word) => meaning.includes(word))))

const evidenceOf = (said: readonly Sentence[]) =>
  said.slice(0, EVIDENCE_MAX).map((sentence) => ({ sentence: sentence.text, spans: [spanOf(sentence)] }))

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
