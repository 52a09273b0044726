import { expect, it } from 'vitest'
import { ActiveClock } from './active-clock.ts'
import { averageLevel } from './level.ts'

it('leaves pauses out', () => {
  let now = 1_000
  const clock = new ActiveClock(() => now)

  clock.run()
  now += 400
  clock.hold()
  now += 5_000
  clock.run()
  now += 100

  expect(clock.ms).toBe(500)
})

it('stands still before it runs and while it is held, and goes on when it is told to run twice', () => {
  let now = 1_000
  const clock = new ActiveClock(() => now)
  now += 400
  expect(clock.ms).toBe(0)

  clock.run()
  now += 400
  clock.run()
  now += 100
  expect(clock.ms).toBe(500)

  clock.hold()
  now += 5_000
  expect(clock.ms).toBe(500)
  clock.hold()
  expect(clock.ms).toBe(500)
})

it('scales the average level to 0-100', () => {
  expect(averageLevel(new Uint8Array([255, 255]))).toBe(100)
  expect(averageLevel(new Uint8Array([0, 255]))).toBe(50)
  expect(averageLevel(new Uint8Array())).toBe(0)
})

it('tells a room in which nobody speaks from a microphone that is switched off', () => {
  const still = new Uint8Array(128)
  const noise = still.with(3, 30)
  expect(averageLevel(still)).toBe(0)
  expect(averageLevel(noise)).toBe(1)
})
