import { limits } from '#contract/limits.ts'
import { asksIn, type QuestionLanguage } from '#contract/question-languages.ts'
import type { Sentence } from '../../told/sentences.ts'
import { type Asking, type Topic, topics } from './asking/asked.ts'
import { de } from './asking/de.ts'
import { en, enOfAnything } from './asking/en.ts'
import { es } from './asking/es.ts'
import { fr } from './asking/fr.ts'
import { it } from './asking/it.ts'
import { nl } from './asking/nl.ts'
import { pl } from './asking/pl.ts'
import { pt } from './asking/pt.ts'
import { type Draft, restingOn } from './drafts.ts'
import { type FamilyName, peopleIn } from './names.ts'

const QUESTIONS_MAX = 5
/** A sentence that is longer is too long to be read back to somebody. */
const QUOTE_LETTERS_MAX = 160
const WORDS_MIN = 4

const askings: Record<QuestionLanguage, Asking> = { en, de, fr, es, it, pt, nl, pl }
/** How one asks after what was told in a language; in English where we know no questions in it. */
const askingIn = (language: string): Asking => (asksIn(language) ? askings[language] : en)

/**
 * Follow-up questions without a model: a usual question of oral historians, laid beside the sentence that calls for it, in
 * the language of that sentence; and one about whoever of the family is named. In a language that we have no questions in,
 * nothing tells what a sentence calls for: those that say most get questions in English that fit anything.
 */
export function questionsOn(sentences: readonly Sentence[], family: readonly FamilyName[]): Draft[] {
  const [person] = peopleIn(sentences, family)
  const named = person && sentences.find(({ text }) => text === person.evidence[0]?.sentence)
  const aboutPerson: Draft[] =
    person && named
      ? [{ kind: 'question', text: askingIn(named.language).about(person.text), evidence: person.evidence }]
      : []
  const used = new Set<Sentence>()
  return [...aboutPerson, ...cued(sentences, used), ...ofAnything(sentences, used)]
    .filter(({ text }) => text.length <= limits.question)
    .slice(0, QUESTIONS_MAX)
}

/** Each question is asked once, of the first sentence that calls for it, whichever language that is in. */
function cued(told: readonly Sentence[], used: Set<Sentence>): Draft[] {
  const cueOf = (topic: Topic, { language }: Sentence) =>
    asksIn(language) ? askings[language].cues[topic] : undefined
  return topics.flatMap((topic): Draft[] => {
    const sentence = told.find(
      (one) => !used.has(one) && canBeReadBack(one) && cueOf(topic, one)?.said.test(one.text),
    )
    const cue = sentence && cueOf(topic, sentence)
    if (!sentence || !cue) return []
    used.add(sentence)
    return [questionOn(sentence, cue.ask)]
  })
}

function ofAnything(told: readonly Sentence[], used: Set<Sentence>): Draft[] {
  const richest = told
    .filter((one) => !asksIn(one.language) && !used.has(one) && canBeReadBack(one))
    .toSorted((one, other) => other.terms.length - one.terms.length)
  return enOfAnything.flatMap((ask, index): Draft[] => {
    const sentence = richest[index]
    return sentence ? [questionOn(sentence, ask)] : []
  })
}

const questionOn = (sentence: Sentence, ask: string): Draft => ({
  kind: 'question',
  text: `${askingIn(sentence.language).quoted(sentence.text)} ${ask}`,
  evidence: restingOn([sentence]),
})

/** A question is mostly that of whoever listens: nothing to come back to. */
const canBeReadBack = ({ text, words }: Sentence) =>
  text.length <= QUOTE_LETTERS_MAX && words.length >= WORDS_MIN && !/[?？؟]["”’»)]*$/u.test(text)
