import { expect, test } from 'vitest'
import type { BookPage } from '#contract/book-pages.ts'
import { behind, voiceQueue } from './voice-queue.ts'

const page = (id: string): BookPage => ({
  id: `page-${id}`,
  storyId: null,
  content: {
    kind: 'text',
    passages: [
      {
        id,
        kind: 'words',
        speaker: '',
        text: 'It came into the house.',
        verbatim: null,
        voice: { recordingId: 'one', startMs: 0, endMs: 900 },
      },
    ],
  },
  edited: false,
  version: 0,
})
const queue = (...ids: string[]) => voiceQueue(ids.map(page), false)
const idsBehind = (id: string, ...ids: string[]) =>
  queue(id).flatMap((heard) => behind(queue(...ids), heard).map((passage) => passage.id))

test('listening goes on with the pages of a long book that were loaded meanwhile', () => {
  expect(idsBehind('second', 'first', 'second', 'third', 'fourth')).toEqual(['third', 'fourth'])
})

test('listening ends with the last page, and where what was heard is not in the book any more', () => {
  expect(idsBehind('second', 'first', 'second')).toEqual([])
  expect(idsBehind('taken out', 'first', 'second')).toEqual([])
})
