import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SpeechPiece } from './speech.ts'
import { WhisperRecogniser } from './whisper-local.ts'

const signal = new AbortController().signal
const wav = Buffer.alloc(44 + 4)
wav.writeInt16LE(16_384, 44)
wav.writeInt16LE(-32_768, 46)
const piece: SpeechPiece = {
  audio: wav,
  format: 'wav',
  startMs: 10_000,
  endMs: 20_000,
  hints: [],
  languages: [],
}

const newDataDir = () => mkdtemp(join(tmpdir(), 'kinora-whisper-'))

/** A package in the place of the real one, with the few functions that are used of it; the model hears what the test says. */
async function withStandIn(chunks: unknown, { hears = '<|de|>', isMultilingual = true, breaks = '' } = {}) {
  const dataDir = await newDataDir()
  const folder = join(dataDir, 'extras/node_modules/@huggingface/transformers')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ main: './main.cjs' }))
  await writeFile(
    join(folder, 'main.cjs'),
    `const { appendFileSync } = require('node:fs')
     const keep = (what) => appendFileSync(${JSON.stringify(join(dataDir, 'asked'))}, JSON.stringify(what) + '\\n')
     exports.env = {}
     exports.pipeline = async (task, model, options) => {
       if (${JSON.stringify(breaks)} === 'weights') throw new Error('fetch failed')
       keep([task, model, options, exports.env.cacheDir])
       const transcribe = async (sound, options) => {
         if (${JSON.stringify(breaks)} === 'model') throw new Error('out of memory')
         keep([Array.from(sound), options])
         if (${JSON.stringify(breaks)} === 'never') await new Promise(() => {})
         return { text: '', chunks: ${JSON.stringify(chunks)} }
       }
       transcribe.processor = async () => ({ input_features: 'features' })
       transcribe.tokenizer = { decode: (tokens) => (tokens[0] === 7 ? ${JSON.stringify(hears)} : '?') }
       transcribe.model = {
         generation_config: { decoder_start_token_id: 5, is_multilingual: ${isMultilingual} },
         generate: async ({ decoder_input_ids: [start] }) => ({ tolist: () => [[start, 7n]] }),
       }
       return transcribe
     }`,
  )
  const asked = async () => {
    const lines = (await readFile(join(dataDir, 'asked'), 'utf8')).trim().split('\n')
    return lines.map((line): unknown => JSON.parse(line))
  }
  return { recogniser: new WhisperRecogniser({ dataDir }), dataDir, asked }
}

describe('Whisper on this machine', () => {
  it('says which command adds the package that it needs', async () => {
    const dataDir = await newDataDir()

    const asked = new WhisperRecogniser({ dataDir }).recognise(piece, signal)

    await expect(asked).rejects.toMatchObject({
      name: 'SpeechFailure',
      code: 'NOT_SET_UP',
      retryable: false,
      message: expect.stringContaining(`npm install --prefix ${dataDir}/extras @huggingface/transformers`),
    })
  })

  it('listens for the language first, keeps its weights in DATA_DIR and is loaded once', async () => {
    const chunks = [
      { text: ' Guten', timestamp: [0.2, 0.5] },
      { text: ' Tag', timestamp: [0.5, null] },
    ]
    const { recogniser, dataDir, asked } = await withStandIn(chunks)

    const [recognition] = await Promise.all([
      recogniser.recognise(piece, signal),
      recogniser.recognise(piece, signal),
    ])

    expect(recognition).toEqual({
      language: 'de',
      words: [
        { text: 'Guten', startMs: 10_200, endMs: 10_500, confidence: null, speaker: null },
        { text: 'Tag', startMs: 10_500, endMs: 20_000, confidence: null, speaker: null },
      ],
    })
    const heard = [[0.5, -1], { return_timestamps: 'word', language: 'de', task: 'transcribe' }]
    expect(await asked()).toEqual([
      [
        'automatic-speech-recognition',
        'onnx-community/whisper-base_timestamped',
        { dtype: 'q8' },
        join(dataDir, 'models'),
      ],
      heard,
      heard,
    ])
  })

  it('takes a single language as given, and asks a model for English alone for none', async () => {
    const certain = await withStandIn([])
    const english = await withStandIn([], { isMultilingual: false })

    const recognition = await certain.recogniser.recognise({ ...piece, languages: ['fr-CA'] }, signal)

    expect(recognition).toEqual({ language: 'fr', words: [] })
    expect(await english.recogniser.recognise(piece, signal)).toEqual({ language: 'en', words: [] })
    expect((await english.asked())[1]).toEqual([[0.5, -1], { return_timestamps: 'word' }])
  })

  it('refuses a piece of which its model would hear the beginning only', async () => {
    const { recogniser } = await withStandIn([])
    const { pieceMsMax } = recogniser.limits
    const asLong = { ...piece, endMs: piece.startMs + pieceMsMax }

    await expect(recogniser.recognise({ ...asLong, endMs: asLong.endMs + 1 }, signal)).rejects.toMatchObject({
      name: 'SpeechFailure',
      code: 'REQUEST_REFUSED',
    })
    expect(await recogniser.recognise(asLong, signal)).toMatchObject({ words: [] })
  })

  it('tells weights that cannot be fetched, a model that breaks and an answer of another shape apart', async () => {
    const offline = await withStandIn([], { breaks: 'weights' })
    const broken = await withStandIn([], { breaks: 'model' })
    const odd = await withStandIn([{ text: 'Tag', timestamp: 'noon' }])

    await expect(offline.recogniser.recognise(piece, signal)).rejects.toMatchObject({ code: 'UNREACHABLE' })
    await expect(broken.recogniser.recognise(piece, signal)).rejects.toMatchObject({ code: 'ENGINE_FAILED' })
    await expect(odd.recogniser.recognise(piece, signal)).rejects.toMatchObject({ code: 'NONSENSE' })
  })

  it('stops with its job, while the model works and while a piece waits for its turn', async () => {
    const { recogniser, asked } = await withStandIn([], { breaks: 'never' })
    const [working, waiting] = [new AbortController(), new AbortController()]
    const first = recogniser.recognise(piece, working.signal)
    const second = recogniser.recognise(piece, waiting.signal)
    await expect.poll(() => asked().catch(() => [])).toHaveLength(2)

    waiting.abort()
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
    working.abort()
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
