import { expect, test } from 'vitest'
import { findingSentenceOf } from './file-findings.ts'
import { openedAs } from './media-address.ts'

const picture = {
  id: 'original',
  kind: 'image',
  posterMediaId: null,
  playbackMediaId: null,
  sha256: 'f00d',
} as const

test('a picture that is too large to be made smaller is opened as it is, and said to be so', () => {
  const huge = { ...picture, mimeType: 'image/avif', finding: 'no_preview' } as const
  expect(openedAs(huge)).toBe('original')
  expect(findingSentenceOf(huge)).toContain('too large')
})

test('a picture of a kind that browsers do not draw is only to be downloaded, and said to be so', () => {
  const heic = { ...picture, mimeType: 'image/heic', finding: 'no_preview' } as const
  expect(openedAs(heic)).toBeNull()
  expect(findingSentenceOf(heic)).toContain('HEIC')
})

test('a file with which all is well is said nothing of', () => {
  expect(findingSentenceOf({ mimeType: 'image/png', finding: null, sha256: 'f00d' })).toBeNull()
})

test('a file of which not even the bytes could be read back is not said to be broken, but to be kept by its owner until it could', () => {
  const unreadable = { mimeType: 'image/png', finding: 'unreadable' } as const
  expect(findingSentenceOf({ ...unreadable, sha256: 'f00d' })).toContain('a better copy')
  expect(findingSentenceOf({ ...unreadable, sha256: null })).toContain('keep your own copy')
})
