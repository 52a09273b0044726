import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { asWebm, hasPocketsphinx, record, type Scene } from '../testing/spoken.ts'
import { wordErrorRate } from '../testing/word-error-rate.ts'
import { CommandRecogniser } from './command.ts'
import { cutIntoPieces } from './pieces.ts'
import { recognisePiece } from './recognise-piece.ts'

const signal = new AbortController().signal
const script = fileURLToPath(new URL('../../scripts/speech/pocketsphinx.mjs', import.meta.url))
const pocketsphinx = new CommandRecogniser({ command: [process.execPath, script], timeoutMs: 60_000 })
const pause = (seconds: number): Scene => ({ seconds, of: 'silence' })

const granddaughter = [
  'My grandmother came to this country on a ship when she was a little girl.',
  'In the winter we had no money but we had a good time.',
]
const grandfather = [
  'My father worked in the mountains for many years before the war.',
  'He told me that his brother had never come back from the sea.',
]

describe.skipIf(!hasPocketsphinx)('a real engine, on real speech', () => {
  it('hears two people, says when each word was said, and makes nothing of beeps, noise and silence', async () => {
    const talk = await record([
      pause(3),
      ...granddaughter.flatMap((text): Scene[] => [{ voice: 'slt', text }, pause(0.7)]),
      { seconds: 6, of: 'beep' },
      ...grandfather.flatMap((text): Scene[] => [{ voice: 'rms', text }, pause(0.7)]),
      { seconds: 6, of: 'hiss' },
    ])
    const file = await asWebm(talk.file)

    const pieces = await cutIntoPieces(file, signal)
    const heard = await Promise.all(
      pieces.map((piece) => recognisePiece(pocketsphinx, file, piece, { hints: [], languages: [] }, signal)),
    )

    const words = heard.flatMap((recognition) => recognition.words)
    const rate = wordErrorRate(
      [...granddaughter, ...grandfather].join(' '),
      words.map(({ text }) => text).join(' '),
    )
    process.stdout.write(
      `pocketsphinx on flite, two voices: ${(rate * 100).toFixed(1)} % of the words wrong\n`,
    )
    expect(rate).toBeLessThan(0.25)
    expect(heard.map(({ language }) => language)).toEqual(pieces.map(() => 'en-US'))
    expect(words.every(({ confidence }) => confidence !== null)).toBe(true)

    const scenes = [talk.scenes[1], talk.scenes[3], talk.scenes[6], talk.scenes[8]]
    for (const { text, startMs, endMs } of words) {
      const isWithin = scenes.some((one) => one && startMs > one.startMs - 200 && endMs < one.endMs + 200)
      expect(isWithin, `${text} at ${startMs}`).toBe(true)
    }
    const starts = words.map(({ startMs }) => startMs)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })
})
