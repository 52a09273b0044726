import { expect, test } from 'vitest'
import { voicesByTrack } from './voices-by-track.ts'

/** Words of half a second each, and the level of each on one track: '1' is a hundred times as strong as '0'. */
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ startMs: index * 500, endMs: index * 500 + 500 }))
const track = (levels: string, gain = 1, lateMs = 0) => ({
  energy: Float32Array.from({ length: levels.length * 100 }, (_, step) => {
    const level = levels[Math.floor(step / 100)] === '1' ? 100_000 : 1_000
    return level * gain
  }),
  atMs: (ms: number) => ms - lateMs,
})

test('each word is whose microphone hears it stronger, whatever the gains', () => {
  const [first, second] = ['111100001111', '000011110000']
  for (const gain of [0.01, 1, 100]) {
    expect(voicesByTrack(words(12), track(first), track(second, gain))?.join('')).toBe('111122221111')
  }
})

test('a track that began later is read at its own time', () => {
  expect(voicesByTrack(words(10), track('1111100000'), track('000011111', 1, 500))?.join('')).toBe(
    '1111122222',
  )
})

test('a single word between two of somebody else is theirs', () => {
  expect(voicesByTrack(words(12), track('110111000000'), track('001000111111'))?.join('')).toBe(
    '111111222222',
  )
})

test('two who answer each other word by word are not taken for one another', () => {
  expect(voicesByTrack(words(12), track('111010101000'), track('000101010111'))?.join('')).toBe(
    '111212121222',
  )
})

test('nothing is said where both microphones hear both alike, or one person speaks', () => {
  expect(voicesByTrack(words(8), track('10101010'), track('10101010', 3))).toBeNull()
  expect(voicesByTrack(words(8), track('11111111'), track('00000000'))).toBeNull()
  expect(voicesByTrack([], track(''), track(''))).toBeNull()
})

test('two words alone are no second person, and three are', () => {
  expect(voicesByTrack(words(12), track('111111111100'), track('000000000011'))).toBeNull()
  expect(voicesByTrack(words(12), track('111111111000'), track('000000000111'))?.join('')).toBe(
    '111111111222',
  )
})
