import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { pageAgeMs } from '../../../lib/clock.ts'
import { isOver } from '../security/begun.ts'
import { useResendWait } from './resend-wait.ts'

const hourMs = 3_600_000

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const Wait = ({ since }: { since: number }) => String(useResendWait(since))
const waitSince = (since: number) => Number(renderToStaticMarkup(createElement(Wait, { since })))

it('counts down the wait for another message, also where somebody sets the clock back meanwhile', () => {
  const sentAt = pageAgeMs()
  expect(waitSince(sentAt)).toBe(limits.textGapSeconds)

  vi.advanceTimersByTime(20_000)
  vi.setSystemTime(Date.now() - hourMs)

  expect(waitSince(sentAt)).toBe(limits.textGapSeconds - 20)
})

it('does not go back to an enrolment that the service has dropped, also where somebody sets the clock back meanwhile', () => {
  const begun = { begunAt: pageAgeMs() }
  expect(isOver(begun)).toBe(false)

  vi.advanceTimersByTime(600_000)
  vi.setSystemTime(Date.now() - hourMs)

  expect(isOver(begun)).toBe(true)
})
