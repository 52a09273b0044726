import { describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { answers, standInEngine } from '../testing/speech-engine.ts'
import { createRecogniser } from './create-recogniser.ts'
import { languageTag } from './language-tag.ts'

const chosenBy = (settings: Record<string, string>) => createRecogniser(readEnv(settings))

describe('choosing an engine by settings', () => {
  it('chooses none where nothing is said', () => {
    expect(chosenBy({})).toBeNull()
    expect(chosenBy({ SPEECH_KEY: 'left over' })).toBeNull()
  })

  it('takes the engine that is named, and says what it is without its key', () => {
    const labels = [
      { SPEECH_ENGINE: 'google', SPEECH_KEY: 'secret' },
      { SPEECH_ENGINE: 'openai', SPEECH_KEY: 'secret' },
      { SPEECH_ENGINE: 'openai', SPEECH_URL: 'http://127.0.0.1:8000/v1/', SPEECH_MODEL: 'small' },
      { SPEECH_ENGINE: 'command', SPEECH_COMMAND: 'asr --fast' },
      { SPEECH_ENGINE: 'command', SPEECH_COMMAND: 'node scripts/speech/pocketsphinx.mjs secret' },
      { SPEECH_ENGINE: 'whisper' },
    ].map((settings) => chosenBy(settings)?.label)

    expect(labels).toEqual([
      'Google Speech',
      'api.openai.com (whisper-1)',
      '127.0.0.1:8000 (small)',
      'asr',
      'pocketsphinx.mjs',
      'Whisper on this machine (onnx-community/whisper-base_timestamped)',
    ])
  })

  it.each([
    [{ SPEECH_ENGINE: 'google' }, /SPEECH_KEY: .*google/],
    [{ SPEECH_ENGINE: 'openai' }, /SPEECH_KEY: .*SPEECH_URL/],
    [{ SPEECH_ENGINE: 'command' }, /SPEECH_COMMAND: /],
    [{ SPEECH_ENGINE: 'command', SPEECH_COMMAND: '[1]' }, /SPEECH_COMMAND: /],
    [{ SPEECH_ENGINE: 'psychic' }, /SPEECH_ENGINE: /],
    [{ SPEECH_LANGUAGES: 'en_US, the usual' }, /SPEECH_LANGUAGES: /],
    [{ SPEECH_ENGINE: 'google', PORT: 'many' }, /PORT: [\s\S]*SPEECH_KEY: /],
  ])('refuses %o at start', (settings, complaint) => {
    expect(() => chosenBy(settings as Record<string, string>)).toThrow(complaint)
  })

  it('splits a command at spaces, or takes it as a list', () => {
    const commandOf = (command: string) =>
      readEnv({ SPEECH_ENGINE: 'command', SPEECH_COMMAND: command }).speech.command

    expect(commandOf(' asr  --model $HOME;x ')).toEqual(['asr', '--model', '$HOME;x'])
    expect(commandOf('["/opt/my asr/run", "a b"]')).toEqual(['/opt/my asr/run', 'a b'])
  })

  it('lets the operator’s languages stand in where a family has named none', async () => {
    const engine = await standInEngine(answers.json({}))
    const settings = {
      SPEECH_ENGINE: 'google',
      SPEECH_KEY: 'k',
      SPEECH_URL: engine.url,
      SPEECH_LANGUAGES: 'de, pl',
    }
    const recogniser = chosenBy(settings)
    const piece = { audio: Buffer.from('opus'), format: 'webm' as const, startMs: 0, endMs: 1_000, hints: [] }
    const signal = new AbortController().signal

    await recogniser?.recognise({ ...piece, languages: [] }, signal)
    await recogniser?.recognise({ ...piece, languages: ['fr'] }, signal)

    const configs = engine.asked.map(({ body }) => JSON.parse(String(body)).config)
    expect(configs).toMatchObject([
      { languageCode: 'de', alternativeLanguageCodes: ['pl'] },
      { languageCode: 'fr', alternativeLanguageCodes: [] },
    ])
  })
})

describe('the name of a language', () => {
  it.each([
    ['german', 'de'],
    ['Haitian Creole', 'ht'],
    ['maori', 'mi'],
    ['<|yue|>', 'yue'],
    ['en-us', 'en-US'],
    ['zh_hant_tw', 'zh-Hant-TW'],
    ['', null],
    ['unknown', null],
    ['en-us-gb', null],
  ])('%s is %s', (said, tag) => {
    expect(languageTag(said)).toBe(tag)
  })
})
