import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answers, standInEngine } from '../testing/speech-engine.ts'
import { askEngine } from './ask-engine.ts'

const signal = new AbortController().signal
const ask = (url: string, timeoutMs = 10_000) =>
  askEngine(url, { method: 'POST', body: '{}' }, { signal, timeoutMs })
const error = (message: string, more: object = {}) => ({ error: { message, ...more } })

describe('asking an engine', () => {
  it.each([
    [
      'a wrong key',
      answers.json(error('Incorrect API key provided: sk-abcdefgh1234'), 401),
      'KEY_REFUSED',
      false,
    ],
    [
      'a wrong key, as Google says it',
      answers.json(error('API key not valid.', { details: [{ reason: 'API_KEY_INVALID' }] }), 400),
      'KEY_REFUSED',
      false,
    ],
    [
      'a key without the right to do it',
      answers.json(error('Speech API is disabled'), 403),
      'KEY_REFUSED',
      false,
    ],
    [
      'an empty account',
      answers.json(error('You exceeded your current quota', { code: 'insufficient_quota' }), 429),
      'QUOTA_USED_UP',
      false,
    ],
    ['too many requests', answers.json(error('Rate limit reached'), 429), 'RATE_LIMITED', true],
    ['a breakdown', answers.text('<h1>Bad gateway</h1>', 502), 'ENGINE_FAILED', true],
    [
      'a breakdown told with status 200',
      answers.json({ error: 'failed to process audio' }),
      'ENGINE_FAILED',
      true,
    ],
    ['a slow proxy', answers.text('', 504), 'TIMED_OUT', true],
    ['a refusal', answers.json(error('Audio too long'), 400), 'REQUEST_REFUSED', false],
    [
      'a way to somewhere else',
      answers.text('', 302, { location: 'http://127.0.0.1:1/' }),
      'REQUEST_REFUSED',
      false,
    ],
    ['a cut answer', answers.cutOff('{"text": "We had an orch'), 'NONSENSE', true],
    ['a page instead of JSON', answers.text('<h1>Welcome</h1>'), 'NONSENSE', true],
    ['half an object', answers.text('{"text": "We had'), 'NONSENSE', true],
    ['a broken connection', answers.hangUp(), 'UNREACHABLE', true],
  ])('knows %s', async (_, answer, code, retryable) => {
    const engine = await standInEngine(answer)

    await expect(ask(engine.url)).rejects.toMatchObject({ name: 'SpeechFailure', code, retryable })
    expect(engine.asked).toHaveLength(1)
  })

  it('knows an engine that is not there, and one that does not answer', async () => {
    const silent = await standInEngine(answers.never())

    await expect(ask('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'UNREACHABLE' })
    await expect(ask(silent.url, 50)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })

  it('stops with its job', async () => {
    const silent = await standInEngine(answers.never())
    const job = new AbortController()

    const asked = askEngine(silent.url, {}, { signal: job.signal, timeoutMs: 10_000 })
    job.abort()

    await expect(asked).rejects.toMatchObject({ code: 'ABORTED', retryable: false })
  })

  it.each([
    ['seconds', { 'retry-after': '20' }, {}, 20_000],
    ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }, {}, 20_000],
    ['an error’s details', {}, { details: [{ retryDelay: '20s' }] }, 20_000],
    ['nothing', {}, {}, null],
  ])('learns from %s how long to wait', async (_, headers, more, waitMs) => {
    const engine = await standInEngine(
      answers.json(error('slow down', more), 429, headers as Record<string, string>),
    )
    // The clock is frozen: otherwise a date would come nearer while the test runs.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())

    await expect(ask(engine.url)).rejects.toMatchObject({ retryAfterMs: waitMs })
  })

  it('repeats no key that an engine repeats', async () => {
    const engine = await standInEngine(
      answers.json(error('Incorrect API key provided: sk-proj-abc123***'), 401),
    )

    await expect(ask(engine.url)).rejects.toThrow(
      'the engine answered 401: Incorrect API key provided: (key)',
    )
  })
})

it('waits as long as it is told to, and not only as long as Node’s own fetch', async () => {
  const slow = await standInEngine(
    (response) => void setTimeout(() => response.end('{"text": "at last"}'), 2_500),
  )

  await withImpatientFetch(async () => expect(await ask(slow.url)).toEqual({ text: 'at last' }))
})

type Dispatcher = { constructor: new (options: { headersTimeout: number }) => object }

/** Node's own `fetch` waits for five minutes; this one hardly waits at all. */
async function withImpatientFetch(work: () => Promise<void>): Promise<void> {
  const named = Symbol.for('undici.globalDispatcher.2')
  const here: Record<symbol, unknown> = globalThis as never
  await fetch('data:,').then((answer) => answer.text())
  const usual = here[named] as Dispatcher
  here[named] = new usual.constructor({ headersTimeout: 100 })
  try {
    await work()
  } finally {
    here[named] = usual
  }
}
