import { describe, expect, it } from 'vitest'
import { canSpeak, record } from '../testing/spoken.ts'
import { placeWords, spreadWords } from './heard-words.ts'
import { cutIntoPieces } from './pieces.ts'
import { recognisePiece } from './recognise-piece.ts'
import type { Recogniser, SpeechPiece } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

const signal = new AbortController().signal
const context = { hints: ['Frieda'], languages: ['de', 'en'], speakers: 2 }

/** An engine that hears four words a second from the beginning of any sound, as Whisper does in silence. */
function dreaming(failures = 0): Recogniser & { asked: SpeechPiece[] } {
  const asked: SpeechPiece[] = []
  return {
    name: 'openai',
    label: 'an engine that dreams',
    limits: {
      format: 'wav',
      pieceMsMax: 55_000,
      pieceBytesMax: 1e9,
      diarization: false,
    },
    asked,
    recognise: async (piece) => {
      asked.push(piece)
      if (asked.length <= failures) throw new SpeechFailure('ENGINE_FAILED', 'asleep')
      const lengthMs = piece.endMs - piece.startMs
      const text = Array.from({ length: Math.floor(lengthMs / 250) }, (_, index) => `word${index}`).join(' ')
      return {
        language: 'en',
        words: placeWords(spreadWords(text, { startMs: 0, endMs: lengthMs }, null), piece),
      }
    },
  }
}

describe.skipIf(!canSpeak)('recognising a piece', () => {
  it('gives the engine the sound of the piece and what is known, and keeps only words where somebody speaks', async () => {
    const talk = await record([
      { voice: 'slt', text: 'My grandmother came to this country on a ship.' },
      { seconds: 4, of: 'silence' },
      { voice: 'rms', text: 'He told me that his brother had never come back.' },
    ])
    const [piece, ...others] = await cutIntoPieces(talk.file, signal)
    if (!piece) throw new Error('nobody was heard')
    const engine = dreaming()

    const { words } = await recognisePiece(engine, talk.file, piece, context, signal)

    expect(others).toEqual([])
    expect(engine.asked[0]).toMatchObject({ ...context, ...piece, format: 'wav' })
    expect(engine.asked[0]?.audio.length).toBe(44 + ((piece.endMs - piece.startMs) / 1000) * 32_000)
    const [, silence] = talk.scenes
    if (!silence) throw new Error('no silence was recorded')
    const dreamt = words.filter(
      (one) => one.startMs > silence.startMs + 200 && one.endMs < silence.endMs - 200,
    )
    expect(dreamt).toEqual([])
    expect(words.filter((one) => one.endMs < silence.startMs).length).toBeGreaterThan(5)
    expect(words.filter((one) => one.startMs > silence.endMs).length).toBeGreaterThan(5)
  })

  it('asks again after a hiccup', async () => {
    const talk = await record([{ voice: 'slt', text: 'My grandmother came to this country on a ship.' }])
    const engine = dreaming(1)

    const { words } = await recognisePiece(engine, talk.file, { startMs: 0, endMs: 2_000 }, context, signal)

    expect(engine.asked).toHaveLength(2)
    expect(words.length).toBeGreaterThan(3)
  })
})
