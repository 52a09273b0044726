import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LeftOut } from '#contract/storybook-exports.ts'
import { LeftOutNote } from './left-out-note.tsx'

/** The note's entries as they are read. */
function entriesOf(leftOut: readonly LeftOut[]): string[] {
  const note = renderToStaticMarkup(createElement(LeftOutNote, { leftOut, thing: 'PDF' }))
  return [...note.matchAll(/<li>(.*?)<\/li>/g)].map(([, entry = '']) => entry.replaceAll(/<[^>]*>/g, ''))
}

test('what a file is without is named by its name and its place in the book', () => {
  const entries = entriesOf([
    { kind: 'picture', name: 'Grandfather, 1941', story: '' },
    { kind: 'picture', name: '', story: 'The dance' },
    { kind: 'voice', name: '', story: 'The dance' },
  ])

  expect(entries).toEqual([
    'Grandfather, 1941, on the cover',
    'A picture, in “The dance”',
    'A recording, in “The dance”',
  ])
})

test('of very many the first are named, and the rest counted', () => {
  const portrait: LeftOut = { kind: 'picture', name: 'portrait.jpg', story: 'The dance' }

  const entries = entriesOf(Array.from({ length: 40 }, () => portrait))

  expect(entries).toHaveLength(13)
  expect(entries.at(-1)).toBe('and 28 others')
})
