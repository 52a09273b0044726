import { describe, expect, test } from 'vitest'
import type { BookChapter } from '#contract/book-chapters.ts'
import { asked, isNewest, mayBeUndone, mayTakeBack, readAfter } from './deciding.ts'
import { remarksOf, standingOf } from './words.ts'

const written: BookChapter = {
  storyId: '01970000-0000-7000-8000-000000000001',
  title: 'The farm',
  hasWords: true,
  state: 'done',
  failure: null,
  stepsDone: 1,
  stepsTotal: 1,
  model: 'writer-1',
  leftOut: 0,
  proposalId: '01970000-0000-7000-8000-000000000002',
  isProposed: true,
  isRefused: false,
  isAccepted: false,
  editedPages: 0,
  isOld: false,
  writtenAt: null,
}
const inTheBook: BookChapter = { ...written, isProposed: false, isAccepted: true }
const newerThanTheBook: BookChapter = { ...written, isAccepted: true }
const writtenAnew: BookChapter = { ...newerThanTheBook, state: 'waiting', proposalId: null }

test('each standing has its words; one in the book with a newer one beside it is told from one without', () => {
  expect(standingOf(written)).toBe('Written, to be read')
  expect(standingOf(inTheBook)).toBe('In the book')
  expect(standingOf(newerThanTheBook)).toBe('In the book; a newer one to be read')
  expect(standingOf({ ...newerThanTheBook, isRefused: true })).toBe('In the book; newer one refused')
  expect(standingOf(writtenAnew)).toBe('Being written')
})

describe('a chapter in the book', () => {
  test('is taken back as long as nothing newer is there or on its way', () => {
    expect([inTheBook, newerThanTheBook, writtenAnew, written].map(mayTakeBack)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('that gives way to a newer one is gone, which is said before and not offered to be undone', () => {
    expect(mayBeUndone(written, 'accepted')).toBe(true)
    expect(mayBeUndone(newerThanTheBook, 'accepted')).toBe(false)
    expect(mayBeUndone(newerThanTheBook, 'refused')).toBe(true)
    expect(remarksOf(newerThanTheBook).join(' ')).toContain('takes its place for good')
    expect([...remarksOf(written), ...remarksOf(inTheBook)].join(' ')).not.toContain('for good')
  })
})

test('only the newest text is decided about, once it was read', () => {
  expect(isNewest(written, written)).toBe(true)
  expect(isNewest(written, undefined)).toBe(false)
  expect(isNewest({ ...written, proposalId: 'newer' }, written)).toBe(false)
  expect(isNewest(writtenAnew, writtenAnew)).toBe(false)
})

test('the text that was decided about is closed, and not another that was opened before the answer came', () => {
  expect(readAfter(written, written.storyId)).toBeNull()
  expect(readAfter(written, null)).toBeNull()
  expect(readAfter(written, 'another story')).toBe('another story')
})

test('of the chapters that were asked for, those that the answer does not say to be waiting were left', () => {
  const answer = [
    { storyId: 'farm', state: 'waiting' },
    { storyId: 'mill', state: 'failed' },
    { storyId: 'harbour', state: 'none' },
    { storyId: 'letter', state: 'done' },
  ] as const
  expect(asked(answer, ['farm', 'mill', 'harbour'])).toEqual({
    begun: [answer[0]],
    left: [answer[1], answer[2]],
  })
  expect(asked(answer, [])).toEqual({ begun: [], left: [] })
})
