import { joinedText } from '#contract/book-sentence-places.ts'
import type { Sentence } from '../../told/sentences.ts'
import { chaptersOf } from './chapters.ts'
import { countTerms, type Draft, restingOn, spanOf, topTerms } from './drafts.ts'
import { type FamilyName, peopleIn, placesIn } from './names.ts'
import { questionsOn } from './questions.ts'

/** The people of the family, and the places that it has written down. */
export type Known = { family: readonly FamilyName[]; places: readonly string[] }

/** A story with fewer sentences needs no summary. */
const SENTENCES_MIN = 5
const SUMMARY_SENTENCES = 3
const SUMMARY_WORDS_MIN = 6
const TAGS_MAX = 5

/**
 * Reads a story without a model, by counting words. It proposes the sentences that hold most of the frequent words, these words
 * themselves, and names that the family knows. All of that is quoted from the story, so it works in any language that puts
 * spaces between words. Questions are the usual ones, each beside the sentence that calls for it.
 */
export function readLocally(sentences: readonly Sentence[], known: Known): Draft[] {
  return [
    ...summaryOf(sentences),
    ...titleOf(sentences),
    ...tagsOf(sentences),
    ...chaptersOf(sentences),
    ...peopleIn(sentences, known.family),
    ...placesIn(sentences, known.places),
    ...questionsOn(sentences, known.family),
  ]
}

function summaryOf(sentences: readonly Sentence[]): Draft[] {
  if (sentences.length < SENTENCES_MIN) return []
  const counts = countTerms(sentences)
  const weight = ({ terms, words }: Sentence) => {
    const stems = new Set(terms.map(({ stem }) => stem))
    return [...stems].reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0) / Math.sqrt(words.length)
  }
  const chosen = new Set(
    sentences
      .filter(({ words, terms }) => words.length >= SUMMARY_WORDS_MIN && terms.length > 1)
      .toSorted((one, other) => weight(other) - weight(one))
      .slice(0, SUMMARY_SENTENCES),
  )
  if (chosen.size === 0) return []
  const inOrder = sentences.filter((sentence) => chosen.has(sentence))
  return [
    {
      kind: 'summary',
      text: joinedText(inOrder),
      evidence: inOrder.map((sentence) => ({ sentence: sentence.text, spans: [spanOf(sentence)] })),
    },
  ]
}

function titleOf(sentences: readonly Sentence[]): Draft[] {
  const [first, second] = topTerms(sentences, { many: 2, atLeast: 2 })
  if (!first) return []
  const opening = first.written.slice(0, 1).toUpperCase() + first.written.slice(1)
  const about = saying(sentences, [first.stem, second?.stem ?? ''])
  const text = second ? joined(opening, second.written, about[0]?.language) : opening
  return [{ kind: 'title', text, evidence: restingOn(about) }]
}

/** Joins two words by the "and" of the language in which they were told. */
function joined(one: string, other: string, language = 'en'): string {
  const [known = 'en'] = Intl.ListFormat.supportedLocalesOf([language])
  return new Intl.ListFormat(known, { type: 'conjunction' }).format([one, other])
}

function tagsOf(sentences: readonly Sentence[]): Draft[] {
  return topTerms(sentences, { many: TAGS_MAX, atLeast: 2 }).map(({ stem, written }) => ({
    kind: 'tag',
    text: written,
    evidence: restingOn(saying(sentences, [stem])),
  }))
}

const saying = (sentences: readonly Sentence[], stems: readonly string[]) =>
  sentences.filter(({ terms }) => terms.some(({ stem }) => stems.includes(stem)))
