import { expect, test } from 'vitest'
import { wordsOfEdit } from './edit-words.ts'

const pictures = [{ id: 'oven', name: 'Bread' }]

test('what somebody else wrote on a page is told in words', () => {
  expect(wordsOfEdit({ title: 'Kitchen', kind: 'cover' }, pictures)).toMatchObject({ title: 'Kitchen' })
  const passages = ['One.', 'Two.'].map((text) => ({ id: text, text }))
  expect(wordsOfEdit({ passages }, pictures)).toEqual({ passages: 'One.\n\nTwo.' })
})

test('a picture that somebody else chose is told by its name and not by its number', () => {
  const chosen = (pictureId: string | null) => wordsOfEdit({ pictureId }, pictures).pictureId
  expect(['oven', 'mill', null].map(chosen)).toEqual(['Bread', 'Another picture', 'No picture'])
})
