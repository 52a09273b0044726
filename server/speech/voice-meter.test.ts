import { expect, test } from 'vitest'
import { ANALYSIS_RATE, VoiceMeter } from './voice-meter.ts'

test('an hour of sound is 180,000 frames in 0.9 MB, and none is lost while they come', () => {
  const meter = new VoiceMeter()
  const silence = Buffer.alloc(30 * 60 * ANALYSIS_RATE * 2)
  const noise = Buffer.from(new Int16Array(30 * 60 * ANALYSIS_RATE).fill(16_384).buffer)

  meter.add(silence)
  meter.add(noise)

  const { loudness, voiced } = meter
  expect([loudness.length, voiced.length]).toEqual([180_000, 180_000])
  expect(loudness.byteLength + voiced.byteLength).toBe(900_000)
  expect([loudness[0], loudness[89_999]]).toEqual([-100, -100])
  expect(loudness[90_000]).toBeCloseTo(-6, 1)
  expect(loudness[179_999]).toBeCloseTo(-6, 1)
})
