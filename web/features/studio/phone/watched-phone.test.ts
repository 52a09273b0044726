import { expect, test } from 'vitest'
import type { PhoneReport } from '#contract/recording-links.ts'
import { type HeardPhone, hasUnsafe, summaryOf } from './watched-phone.ts'

const phone = (
  state: PhoneReport['state'],
  { isHere = true, keptMs = 0, sentMs = 0, level = 0, linkId = 'link' } = {},
): HeardPhone => ({
  report: { state, level, keptMs, sentMs, linkId, storyId: 'story', purpose: 'phone' },
  isHere,
})

test('one phone is shown as it tells', () => {
  expect(summaryOf([phone('recording', { keptMs: 3_000, sentMs: 2_000, level: 40 })])).toEqual({
    report: { state: 'recording', level: 40, keptMs: 3_000, sentMs: 2_000 },
    isHere: true,
    linkIds: ['link'],
  })
})

test('what the first phone has not sent yet is waited for, although a second has taken over and has nothing or is done', () => {
  for (const second of [phone('ready'), phone('safe', { keptMs: 5_000, sentMs: 5_000 })]) {
    const watched = summaryOf([phone('sending', { isHere: false, keptMs: 9_000, sentMs: 7_000 }), second])

    expect(hasUnsafe(watched)).toBe(true)
    expect(watched).toMatchObject({ isHere: false, report: { state: 'sending' } })
  }
})

test('of two phones with seconds that are not safe the one that is there is shown, and the lengths of both', () => {
  const silent = phone('recording', { isHere: false, keptMs: 9_000, sentMs: 7_000, linkId: 'older' })
  const here = phone('recording', { level: 30, keptMs: 1_000, sentMs: 500 })

  expect(summaryOf([silent, here])).toEqual({
    report: { state: 'recording', level: 30, keptMs: 10_000, sentMs: 7_500 },
    isHere: true,
    linkIds: ['older', 'link'],
  })
})

test('a phone that failed before it kept anything holds up nothing that another has sent', () => {
  const safe = phone('safe', { keptMs: 5_000, sentMs: 5_000 })

  expect(hasUnsafe(summaryOf([phone('failed'), safe]))).toBe(false)
  expect(hasUnsafe(summaryOf([phone('failed'), { ...safe, isHere: false }]))).toBe(false)
  expect(hasUnsafe(summaryOf([phone('failed', { isHere: false }), phone('ready')]))).toBe(false)
})
