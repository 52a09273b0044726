import { describe, expect, it } from 'vitest'
import { answers, standInEngine } from '../testing/speech-engine.ts'
import { GoogleRecogniser } from './google.ts'
import type { SpeechPiece } from './speech.ts'

const signal = new AbortController().signal
const piece: SpeechPiece = {
  audio: Buffer.from('opus'),
  format: 'webm',
  startMs: 100_000,
  endMs: 110_000,
  hints: ['Aunt Frieda', 'x'.repeat(200)],
  languages: ['en-US', 'de-DE'],
  speakers: 3,
}
const google = (url: string, longRunning = false) =>
  new GoogleRecogniser({ url, key: 'a key', longRunning, timeoutMs: 10_000 }, 5)

/** A diarized answer of v1: each result has its own words, and the last one repeats all words with their speakers. */
const diarized = {
  results: [
    {
      alternatives: [
        {
          transcript: 'Where were you born?',
          confidence: 0.91,
          words: [
            { startTime: '0.200s', endTime: '0.500s', word: 'Where', confidence: 0.98 },
            { startTime: '0.500s', endTime: '1s', word: 'were you born?', confidence: 0.8 },
          ],
        },
      ],
      resultEndTime: '1.100s',
      languageCode: 'en-us',
    },
    { alternatives: [{ transcript: ' In Pillau.', confidence: 0.88 }], languageCode: 'en-us' },
    {
      alternatives: [
        {
          words: [
            { startTime: '0.200s', endTime: '0.500s', word: 'Where', confidence: 0.98, speakerTag: 1 },
            { startTime: '0.500s', endTime: '1s', word: 'were you born?', confidence: 0.8, speakerTag: 1 },
            { startTime: '2.300s', endTime: '3.100s', word: 'In Pillau.', speakerTag: 2 },
          ],
        },
      ],
    },
  ],
  totalBilledTime: '10s',
  requestId: '42',
}
const words = [
  { text: 'Where', startMs: 100_200, endMs: 100_500, confidence: 0.98, speaker: '1' },
  { text: 'were you born?', startMs: 100_500, endMs: 101_000, confidence: 0.8, speaker: '1' },
  { text: 'In Pillau.', startMs: 102_300, endMs: 103_100, confidence: 0.91, speaker: '2' },
]

describe('Google Speech v1', () => {
  it('is asked as it documents, and its words are taken once, with their speakers', async () => {
    const engine = await standInEngine(answers.json(diarized))

    const recognition = await google(engine.url).recognise(piece, signal)

    expect(recognition).toEqual({ language: 'en-US', words })
    expect(engine.asked[0]).toMatchObject({ method: 'POST', path: '/v1/speech:recognize?key=a%20key' })
    expect(JSON.parse(String(engine.asked[0]?.body))).toEqual({
      config: {
        encoding: 'WEBM_OPUS',
        sampleRateHertz: 48_000,
        languageCode: 'en-US',
        alternativeLanguageCodes: ['de-DE'],
        enableAutomaticPunctuation: true,
        enableWordTimeOffsets: true,
        enableWordConfidence: true,
        diarizationConfig: { enableSpeakerDiarization: true, minSpeakerCount: 1, maxSpeakerCount: 3 },
        speechContexts: [{ phrases: ['Aunt Frieda'] }],
      },
      audio: { content: Buffer.from('opus').toString('base64') },
    })
  })

  it('takes English and two speakers where nothing else is known', async () => {
    const engine = await standInEngine(answers.json({}))

    const { speakers: _, ...unknown } = piece
    const recognition = await google(engine.url).recognise({ ...unknown, languages: [], hints: [] }, signal)

    expect(recognition).toEqual({ language: 'en-US', words: [] })
    const { config } = JSON.parse(String(engine.asked[0]?.body))
    expect(config).toMatchObject({
      languageCode: 'en-US',
      diarizationConfig: { maxSpeakerCount: 2 },
      speechContexts: [],
    })
  })

  it('understands times written as seconds and nanoseconds, and a word at the very beginning', async () => {
    const timed = { word: 'Ja.', endTime: { seconds: '1', nanos: 500_000_000 } }
    const engine = await standInEngine(
      answers.json({ results: [{ alternatives: [{ words: [timed] }], languageCode: 'de-de' }] }),
    )

    expect(await google(engine.url).recognise(piece, signal)).toEqual({
      language: 'de-DE',
      words: [{ text: 'Ja.', startMs: 100_000, endMs: 101_500, confidence: null, speaker: null }],
    })
  })

  it('is asked again for what takes longer, until it is done', async () => {
    const engine = await standInEngine(
      answers.json({ name: '7612' }),
      answers.json({ name: '7612', metadata: { progressPercent: 40 } }),
      answers.json({ name: '7612', done: true, response: diarized }),
    )

    const recognition = await google(engine.url, true).recognise(piece, signal)

    expect(recognition.words).toEqual(words)
    expect(engine.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/speech:longrunningrecognize?key=a%20key',
      'GET /v1/operations/7612?key=a%20key',
      'GET /v1/operations/7612?key=a%20key',
    ])
  })

  it('says that an operation failed, or that it does not end', async () => {
    const failing = await standInEngine(
      answers.json({ name: '1', done: true, error: { code: 13, message: 'internal error' } }),
    )
    const endless = await standInEngine(answers.json({ name: '1' }))
    const hurried = new GoogleRecogniser({ url: endless.url, key: 'k', longRunning: true, timeoutMs: 100 }, 5)

    await expect(google(failing.url, true).recognise(piece, signal)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    })
    await expect(hurried.recognise(piece, signal)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })

  it('is not asked for what it would refuse', async () => {
    const engine = await standInEngine(answers.json({}))

    const asked = google(engine.url).recognise({ ...piece, endMs: piece.startMs + 61_000 }, signal)

    await expect(asked).rejects.toMatchObject({ code: 'REQUEST_REFUSED', retryable: false })
    expect(engine.asked).toEqual([])
  })

  it.each([
    ['a time that is none', { results: [{ alternatives: [{ words: [{ word: 'a', startTime: 'soon' }] }] }] }],
    ['a list instead', []],
    [
      'words outside the piece',
      { results: [{ alternatives: [{ words: [{ word: 'a', startTime: '99s', endTime: '99s' }] }] }] },
    ],
    ['a language that is none', { results: [{ alternatives: [], languageCode: 'the usual' }] }],
  ])('is not believed when it answers with %s', async (_, answer) => {
    const engine = await standInEngine(answers.json(answer))

    await expect(google(engine.url).recognise(piece, signal)).rejects.toMatchObject({ code: 'NONSENSE' })
  })

  it('has failed by too many requests, not by a word', async () => {
    const engine = await standInEngine(
      answers.json({ error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } }, 429),
    )

    await expect(google(engine.url).recognise(piece, signal)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.not.stringContaining('a key'),
    })
  })
})
