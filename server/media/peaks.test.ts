import { expect, test } from 'vitest'
import { PeaksMeter } from './peaks.ts'

test('sound of so few samples a second that a window would hold none has a point for each sample', () => {
  const meter = new PeaksMeter(40)

  for (const value of [256, 512, -256]) meter.sample(value)

  expect(meter.finish()).toMatchObject({ samples_per_pixel: 1, length: 3, data: [1, 1, 2, 2, -1, -1] })
})

test('a point holds the lowest and the highest sample of its time, and every point the same time', () => {
  const meter = new PeaksMeter(100)

  for (let at = 0; at < 20_001; at += 1) meter.sample(at % 2 === 0 ? 256 : -256)

  const peaks = meter.finish()
  expect(peaks).toMatchObject({ samples_per_pixel: 8, length: 2_501 })
  expect(peaks?.data.slice(0, 4)).toEqual([-1, 1, -1, 1])
  // The last sample stands alone.
  expect(peaks?.data.slice(-4)).toEqual([-1, 1, 1, 1])
})

test('a week of silence is no more than 4,000 points, and takes no memory', () => {
  const second = 40
  const meter = new PeaksMeter(second)
  const before = process.memoryUsage().heapUsed

  for (let at = 0; at < 7 * 86_400 * second; at += 1) meter.sample(0)

  const peaks = meter.finish()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20e6)
  expect(peaks?.length).toBeLessThanOrEqual(4_000)
  expect((peaks?.length ?? 0) * (peaks?.samples_per_pixel ?? 0)).toBeGreaterThanOrEqual(7 * 86_400 * second)
})
