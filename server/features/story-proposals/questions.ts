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
/** A longer sentence is too long to be read back to the person who said it. */
const QUOTE_LETTERS_MAX = 160
const WORDS_MIN = 4

const askings: Record<QuestionLanguage, Asking> = { en, de, fr, es, it, pt, nl, pl }
/** The questions for talk in a language; the English ones where we have none in that language. */
const askingIn = (language: string): Asking => (asksIn(language) ? askings[language] : en)

/**
 * Follow-up questions without a model: the usual questions of oral historians, each asked of a sentence that calls for it and in
 * the language of that sentence; and one about a person of the family who is named. In a language that we have no questions in,
 * nothing tells what a sentence calls for, so the sentences that say most get English questions that fit anything.
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

/** Asks the question of each topic once, of the first sentence that calls for it in any of our languages. */
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

/** Whether a question may quote the sentence. Questions are left out: mostly the listener asked them, not the teller. */
const canBeReadBack = ({ text, words }: Sentence) =>
  text.length <= QUOTE_LETTERS_MAX && words.length >= WORDS_MIN && !/[?？؟]["”’»)]*$/u.test(text)
