import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canSpeak, record, type Voice } from '../../testing/spoken.ts'
import { newPath } from '../../testing/test-media.ts'
import { crossCorrelation } from './fourier.ts'
import { LoudnessMeter, SOUND_RATE } from './loudness.ts'
import { type Placement, placeTrack } from './place-track.ts'

const values = fc.array(fc.float({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 40 })

test('the correlation is the sum of products at every lag', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const fast = crossCorrelation(Float32Array.from(a), Float32Array.from(b))
      const slow = Array.from({ length: a.length + b.length - 1 }, (_, index) =>
        b.reduce((sum, value, t) => sum + value * (a[t + index - (b.length - 1)] ?? 0), 0),
      )
      slow.forEach((expected, index) => {
        expect(fast[index]).toBeCloseTo(expected, 3)
      })
    }),
  )
})

describe.runIf(canSpeak)('two microphones in one room', async () => {
  const seconds = 3_600
  const talk = canSpeak ? await anHourOfTalk(seconds) : new Int16Array()
  const reference = loudnessOf(microphone(talk, { beginMs: 0, driftPpm: 0, gain: 0.7, noise: 60, seed: 1 }))

  test('an hour with another gain, more noise, its own begin and its own clock is placed within 40 ms everywhere', async () => {
    const heard = { beginMs: 7_312, driftPpm: 95, gain: 0.15, noise: 90, seed: 2 }

    const found = await placeTrack(reference, loudnessOf(microphone(talk, heard)))

    expect(worstErrorMs(found, heard, seconds)).toBeLessThan(40)
  })

  test('whatever the begin, the drift, the gain and the noise of five minutes', async () => {
    const part = talk.subarray(0, SOUND_RATE * 300)
    const ownReference = loudnessOf(
      microphone(part, { beginMs: 0, driftPpm: 0, gain: 1, noise: 30, seed: 3 }),
    )
    const microphones = fc.record({
      beginMs: fc.integer({ min: -60_000, max: 200_000 }),
      driftPpm: fc.integer({ min: -150, max: 150 }),
      gain: fc.double({ min: 0.08, max: 2, noNaN: true }),
      noise: fc.integer({ min: 0, max: 80 }),
      seed: fc.integer({ min: 4, max: 1_000 }),
    })
    await fc.assert(
      fc.asyncProperty(microphones, async (heard) => {
        const found = await placeTrack(ownReference, loudnessOf(microphone(part, heard)))
        expect(worstErrorMs(found, heard, 300)).toBeLessThan(40)
      }),
      { numRuns: 8, seed: 20_261_121 },
    )
  })

  test('a few seconds beside a long talk are placed, too', async () => {
    const heard = { beginMs: 1_234_567, driftPpm: 40, gain: 0.4, noise: 60, seed: 9 }
    const part = microphone(talk, heard).subarray(0, SOUND_RATE * 12)

    const found = await placeTrack(reference, loudnessOf(part))

    expect(Math.abs((found?.offsetMs ?? 0) - heard.beginMs)).toBeLessThan(40)
  })

  test('talks that have nothing to do with each other have no place', async () => {
    const [one, other] = [
      talk.subarray(0, SOUND_RATE * 300),
      talk.subarray(SOUND_RATE * 1_800, SOUND_RATE * 2_100),
    ]
    expect(await placeTrack(loudnessOf(one), loudnessOf(other))).toBeNull()
    expect(await placeTrack(loudnessOf(one), loudnessOf(new Int16Array(SOUND_RATE * 60)))).toBeNull()
    expect(await placeTrack(loudnessOf(one), new Float32Array())).toBeNull()
  })
})

type Microphone = { beginMs: number; driftPpm: number; gain: number; noise: number; seed: number }

/**
 * What a microphone records of a talk: it starts `beginMs` into the talk (before it, if negative) and has its own clock, gain and
 * hiss. The talk's moment T is the track's (T - beginMs) / (1 + drift).
 */
function microphone(talk: Int16Array, { beginMs, driftPpm, gain, noise, seed }: Microphone): Int16Array {
  const begin = (beginMs / 1000) * SOUND_RATE
  const pace = 1 + driftPpm / 1e6
  const random = randomFrom(seed)
  return Int16Array.from({ length: Math.floor((talk.length - begin) / pace) }, (_, index) => {
    const at = begin + index * pace
    const whole = Math.floor(at)
    const sound = (talk[whole] ?? 0) * (1 - (at - whole)) + (talk[whole + 1] ?? 0) * (at - whole)
    return Math.max(-32_768, Math.min(32_767, gain * sound + noise * (random() + random() - 1) * 2))
  })
}

function worstErrorMs(found: Placement | null, heard: Microphone, seconds: number): number {
  if (!found) return Number.POSITIVE_INFINITY
  const errorAt = (ms: number) =>
    Math.abs(
      found.offsetMs + ms * (1 + found.driftPpm / 1e6) - (heard.beginMs + ms * (1 + heard.driftPpm / 1e6)),
    )
  return Math.max(errorAt(0), errorAt(seconds * 1000 - heard.beginMs))
}

function loudnessOf(samples: Int16Array): Float32Array {
  const meter = new LoudnessMeter()
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  for (let at = 0; at < bytes.length; at += 65_537) meter.add(bytes.subarray(at, at + 65_537))
  return meter.finish()
}

/** Sentences of two people in an order that never repeats, with pauses as people make them. */
async function anHourOfTalk(seconds: number): Promise<Int16Array> {
  const spoken = await Promise.all(
    sentences.map(async ([voice, text]) => samplesOf((await record([{ voice, text }])).file)),
  )
  const random = randomFrom(7)
  const talk = new Int16Array(seconds * SOUND_RATE)
  for (let at = 0; at < talk.length; ) {
    const sentence = spoken[Math.floor(random() * spoken.length)] ?? new Int16Array()
    const begin = Math.floor(random() * sentence.length * 0.4)
    const piece = sentence.subarray(begin, Math.min(sentence.length, begin + talk.length - at))
    talk.set(piece, at)
    at += piece.length + Math.floor(SOUND_RATE * (0.15 + random() * 1.2))
  }
  return talk
}

function samplesOf(wav: string): Int16Array {
  const path = newPath('raw')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    wav,
    '-ac',
    '1',
    '-ar',
    String(SOUND_RATE),
    '-f',
    's16le',
    path,
  ])
  const bytes = readFileSync(path)
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)))
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const sentences: [Voice, string][] = [
  ['slt', 'We had an orchard behind the house, and every autumn the whole family came to pick the apples.'],
  ['rms', 'And who kept the money for the ship? I always thought it was your uncle.'],
  ['slt', 'No, my grandmother kept it in a tin that smelled of cinnamon. Nobody was allowed to touch it.'],
  ['rms', 'Tell me about the winter when the river froze over, please.'],
  [
    'slt',
    'Oh, that was the year in which the school closed for a month, and we walked across to the other side.',
  ],
  ['awb', 'I remember the bread more than anything else. It was dark and sweet, and it lasted for a week.'],
  ['awb', 'Yes.'],
  ['rms', 'How did you two meet?'],
]
