import { expect, it } from 'vitest'
import type { PublicStory } from '#contract/public-links.ts'
import { askAgainMs, isRefused, passwordSentence } from './use-public-story.ts'

const preparing: PublicStory = {
  title: 'The harbour dance',
  description: '',
  date: '',
  createdAt: '2026-05-01T10:00:00Z',
  duration: 60,
  speakers: [],
  recordings: [
    {
      id: '01900000-0001-7000-8000-000000000001',
      kind: 'video',
      mimeType: 'video/webm',
      durationMs: 60_000,
      url: null,
      isPreparing: true,
      posterUrl: null,
      hasTranscript: false,
    },
  ],
  files: [],
  notes: [],
}
const refusal = (code: string) => Object.assign(new Error(code), { code })

it('asks again while a film is being prepared, also after an answer was lost', () => {
  expect(askAgainMs(preparing, null)).toBeGreaterThan(0)
  expect(askAgainMs(preparing, new TypeError('Failed to fetch'))).toBeGreaterThan(0)
  expect(askAgainMs({ ...preparing, recordings: [] }, null)).toBe(false)
})

it('asks no more once the link opens nothing: a password that has been changed would be guessed wrongly each time', () => {
  for (const code of [
    'LINK_PASSWORD_WRONG',
    'LINK_PASSWORD_NEEDED',
    'SHARE_LINK_OFF',
    'SHARE_LINK_EXPIRED',
    'NOT_FOUND',
  ]) {
    expect(askAgainMs(preparing, refusal(code)), code).toBe(false)
    expect(isRefused(refusal(code)), code).toBe(true)
  }
  expect(isRefused(refusal('TOO_MANY_REQUESTS'))).toBe(false)
})

it('says how long no password opens a story after too many wrong ones, not that a moment is enough', () => {
  expect(passwordSentence(refusal('TOO_MANY_REQUESTS'))).toContain('up to a quarter of an hour')
  expect(passwordSentence(refusal('LINK_PASSWORD_WRONG'))).toBe(
    'That is not the password of this link. Please try again.',
  )
})
