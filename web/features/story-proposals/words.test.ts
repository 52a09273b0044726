import { expect, test } from 'vitest'
import type { ProposalList } from '#contract/story-proposals.ts'
import { onlyInEnglish, standingOf } from './words.ts'

const failed: ProposalList = {
  state: 'failed',
  failure: null,
  origin: null,
  model: null,
  stepsDone: 0,
  stepsTotal: null,
  hasWords: true,
  isOld: false,
  unaskedLanguage: null,
  items: [],
  more: { open: 0, decided: 0 },
}

test('a story that could not be read is not said to have too little in it, nor a model to be busy that nobody has', () => {
  expect(standingOf(failed)).toEqual(['This story could not be read just now. What was told in it is safe.'])
})

test('a model that failed is named as the reason, and what was counted without it is not passed off as read', () => {
  const sentences = standingOf({ ...failed, failure: 'REFUSED', origin: 'local' })
  expect(sentences[0]).toContain('The text model refused to work.')
  expect(sentences[1]).toContain('Too little is said in it')
})

test('where we cannot ask in the language of the story, that is said by its name, whatever an engine called it', () => {
  expect(onlyInEnglish('uk')).toContain('cannot ask in Ukrainian without a text model')
  expect(onlyInEnglish('not a language')).toContain('cannot ask in this language')
})

test('where all that was proposed was taken out of the story, its words are not said to be too few', () => {
  expect(standingOf({ ...failed, state: 'done', isOld: true })).toEqual(['The transcript was changed since.'])
})
