import { expect, test } from 'vitest'
import { PeaksMeter } from './peaks.ts'

test('sound of so few samples a second that a window would hold none has a point for each sample', () => {
  const meter = new PeaksMeter(40)

  for (const value of [256, 512, -256]) meter.sample(value)

  expect(meter.finish()).toMatchObject({ samples_per_pixel: 1, length: 3, data: [1, 1, 2, 2, -1, -1] })
})
