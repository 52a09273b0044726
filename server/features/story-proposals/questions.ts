import { limits } from '#contract/limits.ts'
import type { Sentence } from '../../told/sentences.ts'
import { type Draft, restingOn } from './drafts.ts'
import { type FamilyName, peopleIn } from './names.ts'

const QUESTIONS_MAX = 5
/** A sentence that is longer is too long to be read back to somebody. */
const QUOTE_LETTERS_MAX = 160
const WORDS_MIN = 4

/**
 * What oral historians ask next, by what was touched on: about feelings and people rather than facts, open, one thing at a
 * time. The first that a sentence calls for is asked of it, and each only once.
 */
const CUES: { said: RegExp; ask: string }[] = [
  { said: /\b(died|dead|funeral|buried|passed away)\b/i, ask: 'How did the family go on afterwards?' },
  {
    said: /\b(married|wedding|engaged|fell in love)\b/i,
    ask: 'Who was there, and what do you still see before you of that day?',
  },
  {
    said: /\b(emigrated|immigrated|moved|fled|left home|came over)\b/i,
    ask: 'What did you take with you, and what did you have to leave behind?',
  },
  { said: /\b(war|soldiers?|army|prison|occupation)\b/i, ask: 'What was that like for you at the time?' },
  {
    said: /\b(letters?|diary|photos?|photographs?|pictures?)\b/i,
    ask: 'What became of it, and is anything of that time still kept?',
  },
  { said: /\b(born|birth|baby)\b/i, ask: 'What were you told about that day, and who told you?' },
  { said: /\b(school|teacher|learned|learnt)\b/i, ask: 'Who taught you most in those years, and how?' },
  {
    said: /\b(factory|job|worked|work|shop|office|trade)\b/i,
    ask: 'What was an ordinary day there like, from morning to night?',
  },
  {
    // Said of oneself: what somebody else felt is not for this person to explain.
    said: /\b(I|we)\b[^.!?]*\b(afraid|scared|proud|happy|cried|laughed|ashamed|lonely|angry)\b/i,
    ask: 'What was it that made you feel so?',
  },
  {
    said: /\b(farm|house|village|street|garden|kitchen|barn)\b/i,
    ask: 'If you walked through that place now, what would you see, hear and smell?',
  },
  {
    said: /\b(mother|father|grandmother|grandfather|parents)\b/i,
    ask: 'What did you learn from them that you never put into words?',
  },
  {
    said: /\b(somebody|someone|a man|a woman|a neighbou?r)\b/i,
    ask: 'Who was that, and what became of them?',
  },
]

/**
 * Follow-up questions without a model: a usual question of oral historians, laid beside the sentence that calls for it;
 * and one about whoever of the family is named. Only for English talk, which the questions and their cues are made for.
 */
export function questionsOn(sentences: readonly Sentence[], family: readonly FamilyName[]): Draft[] {
  const told = sentences.filter(({ isEnglish }) => isEnglish)
  const [person] = peopleIn(told, family)
  const aboutPerson: Draft[] = person
    ? [
        {
          kind: 'question',
          text: `What was ${person.text} like, and what would you want those who never met them to know?`,
          evidence: person.evidence,
        },
      ]
    : []
  return [...aboutPerson, ...cued(told)].slice(0, QUESTIONS_MAX)
}

function cued(told: readonly Sentence[]): Draft[] {
  const used = new Set<Sentence>()
  return CUES.flatMap(({ said, ask }): Draft[] => {
    const sentence = told.find((one) => !used.has(one) && canBeReadBack(one) && said.test(one.text))
    if (!sentence) return []
    used.add(sentence)
    return [{ kind: 'question', text: `“${sentence.text}” ${ask}`, evidence: restingOn([sentence]) }]
  }).filter(({ text }) => text.length <= limits.question)
}

/** A question is mostly that of whoever listens: nothing to come back to. */
const canBeReadBack = ({ text, words }: Sentence) =>
  text.length <= QUOTE_LETTERS_MAX && words.length >= WORDS_MIN && !/[?？]["”’)]*$/u.test(text)
