import { describe, expect, it } from 'vitest'
import { answers, formOf, standInEngine } from '../testing/speech-engine.ts'
import { OpenAiCompatibleRecogniser } from './openai-compatible.ts'
import type { SpeechPiece } from './speech.ts'

const signal = new AbortController().signal
const piece: SpeechPiece = {
  audio: Buffer.from('RIFF wave'),
  format: 'wav',
  startMs: 50_000,
  endMs: 60_000,
  hints: ['Aunt Frieda', 'Pillau'],
  languages: ['en', 'de'],
}
const openai = (url: string, model?: string) =>
  new OpenAiCompatibleRecogniser({ url: `${url}/v1`, key: 'a-key', model, timeoutMs: 10_000 })
const short = (words: { text: string; startMs: number; endMs: number }[]) =>
  words.map(({ text, startMs, endMs }) => [text, startMs, endMs])

const whisper = {
  task: 'transcribe',
  language: 'german',
  duration: 10.0,
  text: 'Wir hatten einen Garten.',
  words: [
    { word: 'Wir', start: 0.18, end: 0.4 },
    { word: 'hatten', start: 0.4, end: 0.8 },
    { word: 'einen', start: 0.8, end: 1.1 },
    { word: 'Garten', start: 1.1, end: 1.72 },
  ],
  segments: [
    {
      id: 0,
      seek: 0,
      start: 0,
      end: 2,
      text: ' Wir hatten einen Garten.',
      avg_logprob: -0.2,
      no_speech_prob: 0.01,
    },
  ],
}

describe('an engine that speaks OpenAI’s language', () => {
  it('is asked for the time of each word, with names to listen for, and not told which of two languages it is', async () => {
    const engine = await standInEngine(answers.json(whisper))

    const recognition = await openai(engine.url).recognise(piece, signal)

    expect(recognition.language).toBe('de')
    expect(short(recognition.words)).toEqual([
      ['Wir', 50_180, 50_400],
      ['hatten', 50_400, 50_800],
      ['einen', 50_800, 51_100],
      ['Garten', 51_100, 51_720],
    ])
    const [asked] = engine.asked
    if (!asked) throw new Error('nobody asked')
    expect(asked).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions' })
    expect(asked.headers.authorization).toBe('Bearer a-key')
    const form = await formOf(asked)
    expect(Buffer.from(await (form.get('file') as File).arrayBuffer()).toString()).toBe('RIFF wave')
    expect(form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
    expect(Object.fromEntries(form)).toMatchObject({
      model: 'whisper-1',
      response_format: 'verbose_json',
      prompt: 'Aunt Frieda, Pillau',
    })
    expect(form.has('language')).toBe(false)
  })

  it('is told the language where there is only one', async () => {
    const engine = await standInEngine(answers.json(whisper))

    await openai(engine.url).recognise({ ...piece, languages: ['pt-BR'] }, signal)

    expect(engine.asked[0] && (await formOf(engine.asked[0])).get('language')).toBe('pt')
  })

  it('that times only sentences has their words spread over the time of each', async () => {
    const { words: _, ...rest } = whisper
    const engine = await standInEngine(
      answers.json({ ...rest, segments: [{ id: 0, start: 2, end: 4, text: ' Ach du lieber' }] }),
    )

    const { words } = await openai(engine.url).recognise(piece, signal)

    expect(short(words)).toEqual([
      ['Ach', 52_000, 52_545],
      ['du', 52_545, 52_909],
      ['lieber', 52_909, 54_000],
    ])
  })

  it('that gives text alone is asked for text alone, and remembered', async () => {
    const refusal = {
      error: {
        message: "response_format 'verbose_json' is not compatible with model",
        type: 'invalid_request_error',
      },
    }
    const engine = await standInEngine(answers.json(refusal, 400), answers.json({ text: 'Ach du lieber' }))
    const recogniser = openai(engine.url, 'gpt-4o-transcribe')

    const { language, words } = await recogniser.recognise(piece, signal)
    await recogniser.recognise(piece, signal)

    expect(language).toBeNull()
    expect(words.map(({ text }) => text)).toEqual(['Ach', 'du', 'lieber'])
    const formats = await Promise.all(
      engine.asked.map(async (asked) => (await formOf(asked)).get('response_format')),
    )
    expect(formats).toEqual(['verbose_json', 'json', 'json'])
  })

  it('that tells speakers apart is asked to', async () => {
    const engine = await standInEngine(
      answers.json({
        text: 'Where? Here.',
        segments: [
          { type: 'transcript.text.segment', id: 'seg_1', start: 0, end: 1, text: 'Where?', speaker: 'A' },
          { type: 'transcript.text.segment', id: 'seg_2', start: 1.5, end: 2, text: 'Here.', speaker: 'B' },
        ],
      }),
    )

    const { words } = await openai(engine.url, 'gpt-4o-transcribe-diarize').recognise(piece, signal)

    expect(words.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Where?', 'A'],
      ['Here.', 'B'],
    ])
    const form = engine.asked[0] && (await formOf(engine.asked[0]))
    expect([form?.get('response_format'), form?.get('chunking_strategy'), form?.has('prompt')]).toEqual([
      'diarized_json',
      'auto',
      false,
    ])
  })

  it('that is whisper.cpp has its tokens put together to words', async () => {
    const tokens = [
      { word: ' Cinn', start: 0.5, end: 0.8, t_dtw: -1, probability: 0.9 },
      { word: 'amon', start: 0.8, end: 1.2, t_dtw: -1, probability: 0.7 },
      { word: '.', start: 1.2, end: 1.2, t_dtw: -1, probability: 0.95 },
      { word: ' Yes', start: 1.5, end: 1.9, t_dtw: -1, probability: 0.8 },
    ]
    const segment = { id: 0, text: ' Cinnamon. Yes', start: 0.5, end: 1.9, words: tokens, avg_logprob: -0.3 }
    const engine = await standInEngine(
      answers.json({
        task: 'transcribe',
        language: 'english',
        duration: 10,
        text: ' Cinnamon. Yes\n',
        segments: [segment],
      }),
    )

    const { words } = await openai(engine.url).recognise(piece, signal)

    expect(words).toEqual([
      { text: 'Cinnamon.', startMs: 50_500, endMs: 51_200, confidence: 0.7, speaker: null },
      { text: 'Yes', startMs: 51_500, endMs: 51_900, confidence: 0.8, speaker: null },
    ])
  })

  it('that hears Chinese has its words kept apart, with and without their times', async () => {
    const words = [' 我们', '有', '一个', '花园', '。'].map((text, index) => {
      return { word: text, start: index / 2, end: index / 2 + 0.4 }
    })
    const segments = [{ id: 0, start: 0, end: 4, text: '我们有一个花园。' }]
    const timed = await standInEngine(answers.json({ ...whisper, language: 'zh', words, segments }))
    const untimed = await standInEngine(answers.json({ ...whisper, language: 'zh', words: [], segments }))

    const heard = await openai(timed.url).recognise(piece, signal)
    const spread = await openai(untimed.url).recognise(piece, signal)

    expect(heard.words.map(({ text }) => text)).toEqual(['我们', '有', '一个', '花园。'])
    expect(spread.words.length).toBeGreaterThan(2)
    expect(spread.words.map(({ text }) => text).join('')).toBe('我们有一个花园。')
  })

  it('is not believed where it says itself that nobody spoke', async () => {
    const silent = {
      id: 0,
      start: 0,
      end: 9,
      text: ' Thanks for watching!',
      avg_logprob: -1.4,
      no_speech_prob: 0.9,
    }
    const words = [
      { word: 'Thanks', start: 0, end: 1 },
      { word: 'for', start: 1, end: 2 },
    ]
    const timed = await standInEngine(answers.json({ ...whisper, words, segments: [silent] }))
    const untimed = await standInEngine(answers.json({ ...whisper, words: [], segments: [silent] }))

    expect((await openai(timed.url).recognise(piece, signal)).words).toEqual([])
    expect((await openai(untimed.url).recognise(piece, signal)).words).toEqual([])
  })

  it.each([
    ['times as text', { ...whisper, words: [{ word: 'Wir', start: '0.1', end: '0.2' }] }],
    ['a word before the beginning', { ...whisper, words: [{ word: 'Wir', start: -60, end: -59 }] }],
    ['a word after the end', { ...whisper, words: [{ word: 'Wir', start: 600, end: 601 }] }],
    ['no text', { segments: [] }],
    ['null', null],
  ])('is not believed when it answers with %s', async (_, answer) => {
    const engine = await standInEngine(answers.json(answer))

    await expect(openai(engine.url).recognise(piece, signal)).rejects.toMatchObject({ code: 'NONSENSE' })
  })

  it('that refuses for another reason is not asked again', async () => {
    const engine = await standInEngine(answers.json({ error: { message: 'Audio file is too short.' } }, 400))

    await expect(openai(engine.url).recognise(piece, signal)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
    })
    expect(engine.asked).toHaveLength(1)
  })
})
