import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Calm } from './calm.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})
const passes = (ms: number) => vi.advanceTimersByTime(ms)

test('it is calm since the last change of one’s own, whatever others do', () => {
  const calm = new Calm()
  passes(60_000)
  calm.changed('ana')
  passes(5_000)
  calm.changed('boris')
  passes(1_000)

  expect([calm.of('ana'), calm.of('boris'), calm.of('who changed nothing')]).toEqual([6_000, 1_000, 66_000])
})

test('of what was before a gap nothing is claimed', () => {
  const calm = new Calm()
  calm.changed('ana')
  passes(60_000)

  calm.missed()
  passes(2_000)

  expect([calm.of('ana'), calm.of('boris')]).toEqual([2_000, 2_000])
})

test('however many people change something, nobody is told of more calm than there was', () => {
  const calm = new Calm()
  passes(60_000)
  calm.changed('ana')
  for (let count = 0; count < 10_000; count += 1) {
    passes(1)
    calm.changed(`person ${count}`)
  }

  expect(calm.of('ana')).toBe(10_000)
  expect(calm.of('person 9999')).toBe(0)
})
