import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byServer, learnTime, now, nowInstant } from './clock.ts'

const noon = '2026-11-21T12:00:00.000Z'
const answerAt = (date: string, type = 'application/json') =>
  new Response(null, { headers: { date: new Date(date).toUTCString(), 'content-type': type } })

beforeEach(() => vi.useFakeTimers({ now: new Date(noon), toFake: ['Date'] }))
afterEach(() => {
  learnTime(answerAt(new Date().toISOString()))
  vi.useRealTimers()
})

it('takes the server’s time where the device’s is wrong, and goes on from there', () => {
  learnTime(answerAt('2031-02-03T04:05:06Z'))
  expect(nowInstant()).toBe('2031-02-03T04:05:06.000Z')
  vi.setSystemTime(new Date('2026-11-21T12:01:00Z'))
  expect(nowInstant()).toBe('2031-02-03T04:06:06.000Z')
})

it('leaves the time alone that an answer was on its way', () => {
  learnTime(answerAt('2026-11-21T11:58:30Z'))
  expect(nowInstant()).toBe(noon)
})

it('goes by the device again once its clock was set right', () => {
  learnTime(answerAt('2031-02-03T04:05:06Z'))
  vi.setSystemTime(new Date('2031-02-03T04:10:00Z'))
  learnTime(answerAt('2031-02-03T04:10:00Z'))
  expect(now()).toEqual(new Date('2031-02-03T04:10:00Z'))
})

it('tells by the server’s clock what the device’s wrong one told before', () => {
  const written = nowInstant()
  vi.setSystemTime(new Date('2026-11-21T13:00:00Z'))
  learnTime(answerAt('2031-02-03T13:00:00Z'))
  expect(byServer(written)).toBe('2031-02-03T12:00:00.000Z')
})

it('learns nothing from an answer that does not say when it was given', () => {
  learnTime(new Response(null))
  learnTime(Response.json({}, { headers: { date: 'yesterday' } }))
  expect(nowInstant()).toBe(noon)
})

it('learns nothing from what stands between it and the server, whose clock may be wrong', () => {
  learnTime(answerAt('1970-01-01T00:07:00Z', 'text/html'))
  expect(nowInstant()).toBe(noon)
})
