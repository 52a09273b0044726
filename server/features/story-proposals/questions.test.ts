import { describe, expect, test } from 'vitest'
import { questionLanguages } from '#contract/question-languages.ts'
import { sentencesOf } from '../../told/sentences.ts'
import { topics } from './asking/asked.ts'
import { questionsOn } from './questions.ts'

const told = (language: string | null, ...lines: string[]) =>
  sentencesOf(
    lines.map((line, at) => ({
      id: `line-${at}`,
      transcriptId: 'talk',
      language,
      words: line
        .split(' ')
        .map((text) => ({ text, startMs: at * 1_000, endMs: at * 1_000 + 500, confidence: 1, heard: true })),
    })),
    (word) => word,
  )
const asked = (language: string | null, ...lines: string[]) =>
  questionsOn(told(language, ...lines), []).map(({ text }) => text)

describe('of what was told in', () => {
  test.for([
    [
      'de-AT',
      'Nach dem Krieg kam mein Onkel zurück.',
      '„Nach dem Krieg kam mein Onkel zurück.“ Wie hast du das damals erlebt?',
    ],
    [
      'fr-FR',
      'J’avais très peur dans le noir.',
      '« J’avais très peur dans le noir. » Qu’est-ce qui t’a fait ressentir cela ?',
    ],
    [
      'es-MX',
      'Mi abuela murió en el invierno.',
      '«Mi abuela murió en el invierno.» ¿Cómo siguió adelante la familia después?',
    ],
    [
      'it',
      'La nonna lavorava in una fabbrica.',
      '«La nonna lavorava in una fabbrica.» Com’era lì una giornata qualunque, dalla mattina alla sera?',
    ],
    [
      'pt-BR',
      'Depois emigrámos para o sul.',
      '“Depois emigrámos para o sul.” O que levaram, e o que tiveram de deixar para trás?',
    ],
    [
      'nl',
      'De brieven lagen op zolder.',
      '“De brieven lagen op zolder.” Wat is daarvan geworden, en is er nog iets uit die tijd bewaard?',
    ],
    [
      'pl',
      'W szkole było nas czterdzieścioro dzieci.',
      '„W szkole było nas czterdzieścioro dzieci.” Kto w tamtych latach nauczył cię najwięcej i w jaki sposób?',
    ],
    ['en-GB', 'He died in the winter.', '“He died in the winter.” How did the family go on afterwards?'],
    [null, 'He died in the winter.', '“He died in the winter.” How did the family go on afterwards?'],
  ] as const)('%s one asks in that language, between its quotation marks', ([language, said, question]) => {
    expect(asked(language, said)).toEqual([question])
  })

  test('two languages, each is asked in its own, and no question is asked twice', () => {
    const sentences = [
      ...told('de', 'Dann kam der Krieg und alles wurde anders.'),
      ...told('pl', 'Potem przyszła wojna i wszystko się zmieniło.', 'Dziadek miał duży ogród pod lasem.'),
    ]
    expect(questionsOn(sentences, []).map(({ text }) => text)).toEqual([
      '„Dann kam der Krieg und alles wurde anders.“ Wie hast du das damals erlebt?',
      expect.stringMatching(/^„Potem .*\?$|^„Dziadek .*\?$/),
    ])
  })

  test('a language that we have no questions in, they come in English, and fit whatever was told', () => {
    const questions = asked(
      'uk',
      'Ми мали великий сад біля річки.',
      'Потім прийшла війна, і ми поїхали звідти.',
      'Так було.',
    )
    expect(questions).toHaveLength(2)
    for (const question of questions) expect(question).toMatch(/^“.*” (What|Who) else .*\?$/)
  })

  test('what somebody else felt, nobody is asked to explain, and questions of whoever listens are not read back', () => {
    expect(asked('de', 'Meine Schwester hatte immer große Angst.')).toEqual([])
    expect(asked('es', 'Tuve miedo toda la noche.')).toHaveLength(1)
    expect(asked('es', '¿Cómo era la escuela entonces?')).toEqual([])
    expect(asked('fr', 'Où était la ferme, grand-mère ?')).toEqual([])
  })
})

test.for<[string, string]>([
  ['to be glad is not to flee', 'Siostra bardzo się ucieszyła z prezentu.'],
  ['to have is no mother', 'Teraz mamy dwa koty i psa.'],
  ['a fatherland is no father', 'Nasza ojczyzna była daleko od nas.'],
  ['a birthday is no birth', 'Na moje urodziny dostałam wtedy rower.'],
])('in Polish, %s', ([, said]) => {
  const questions = asked('pl', said)
  for (const wrong of [/zabrać/, /bez jednego słowa/, /o tym dniu/])
    expect(questions.join()).not.toMatch(wrong)
})

test.for<[string, RegExp]>([
  ['Uciekliśmy przez zieloną granicę w nocy.', /zabrać/],
  ['Po tej ucieczce nikt nie spał.', /zabrać/],
  ['Moja mama śpiewała przy każdej pracy.', /bez jednego słowa|zwykły dzień/],
  ['Mój brat urodził się w zimie.', /o tym dniu/],
] as const)('in Polish, “%s” calls for its question', ([said, question]) => {
  expect(asked('pl', said)).toEqual([expect.stringMatching(question)])
})

test('somebody of the family is asked about in the language in which they are named', () => {
  const family = [{ id: 'p', firstName: 'Oksana', lastName: 'Petrenko' }]
  const [german] = questionsOn(told('de', 'Meine Schwester Oksana konnte wunderbar singen.'), family)
  expect(german?.text).toBe(
    'Wie war Oksana Petrenko, und was sollten alle wissen, die Oksana Petrenko nie kennengelernt haben?',
  )
  const [ukrainian] = questionsOn(told('uk', 'Моя сестра Oksana чудово співала завжди.'), family)
  expect(ukrainian?.text).toMatch(/^What was Oksana Petrenko like/)
})

test.for(questionLanguages)(
  'every question in %s is one question, and asks no yes or no',
  async (language) => {
    const { [language]: asking } = await import(`./asking/${language}.ts`)
    for (const topic of topics) {
      const { ask } = asking.cues[topic]
      expect(ask.match(/\?/g)).toHaveLength(1)
      expect(ask.endsWith('?')).toBe(true)
      expect(ask).not.toMatch(/"|'/)
    }
    expect(asking.about('Vera').match(/Vera/g)?.length).toBeGreaterThan(0)
  },
)
