import { expect, it } from 'vitest'
import { wordsOfPage } from './words-of-page.ts'

it('knows a page by its first words', () => {
  expect(wordsOfPage({ kind: 'photo', pictureId: 'p1', caption: 'The barn' })).toBe('The barn')
  expect(wordsOfPage({ kind: 'dedication', text: 'For Ida' })).toBe('For Ida')
  expect(wordsOfPage({ kind: 'chapter', title: 'Bread', subtitle: '', pictureId: null })).toBe('Bread')
})

it('says what a page is that has no words, so that several that were taken out can be told apart', () => {
  expect(wordsOfPage({ kind: 'photo', pictureId: 'p1', caption: '' })).toBe('A photograph')
  expect(wordsOfPage({ kind: 'dedication', text: ' ' })).toBe('The dedication')
  expect(wordsOfPage({ kind: 'closing', text: '' })).toBe('The closing page')
})
