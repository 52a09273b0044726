import { describe, expect, test } from 'vitest'
import type { Fixity } from '#contract/fixity.ts'
import { namesOf, standingOf } from './words.ts'

const all: Fixity = { files: 3, readAgain: 3, lastReadAt: null, oldestReadAt: null, damaged: 0 }

describe('everything is vouched for', () => {
  test('once all of it was read again, and before that only what was', () => {
    expect(standingOf(all)).toBe('Everything is as you gave it to us')
    expect(standingOf({ ...all, readAgain: 2 })).toBe(
      'Everything that was read again is as you gave it to us',
    )
    expect(standingOf({ ...all, readAgain: 0 })).toBe('Nothing had to be read again yet')
  })

  test('but not what is damaged, and nothing where nothing is kept', () => {
    expect(standingOf({ ...all, damaged: 1 })).toBe('1 file of 3 is damaged')
    expect(standingOf({ ...all, damaged: 2 })).toBe('2 files of 3 are damaged')
    expect(standingOf({ ...all, files: 0, readAgain: 0 })).toBe('You keep no recordings or files yet')
  })
})

test('damaged recordings, which have no names, are counted and not told one by one', () => {
  const [recording, photo] = [{ fileName: '' }, { fileName: 'oven.jpg' }]
  expect(namesOf([recording])).toBe('the recording')
  expect(namesOf([recording, recording, photo])).toBe('2 recordings and “oven.jpg”')
  expect(namesOf([photo])).toBe('“oven.jpg”')
})

test('of very many damaged files a few are named and the others counted', () => {
  const damaged = ['', ...Array.from({ length: 40 }, (_, index) => `photo ${index + 1}.jpg`)]
  expect(namesOf(damaged.map((fileName) => ({ fileName })))).toBe(
    'the recording, “photo 1.jpg”, “photo 2.jpg”, “photo 3.jpg”, “photo 4.jpg”, “photo 5.jpg”, and 35 other files',
  )
})
