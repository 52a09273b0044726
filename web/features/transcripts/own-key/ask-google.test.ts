import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { askGoogle } from './ask-google.ts'
import type { DoorAnswer } from './speech-door.ts'

const request = {
  config: { encoding: 'WEBM_OPUS' as const, sampleRateHertz: 48_000 as const },
  audio: { content: 'AAAA' },
}
const said = { results: [{ alternatives: [{ transcript: 'Hello.' }] }] }
const ok: DoorAnswer = { status: 200, statusText: '', text: JSON.stringify(said) }
const refusal = (status: number, statusText = '', text = '{}'): DoorAnswer => ({ status, statusText, text })

/** A fake Google that gives the answers in turn, and repeats the last one. */
function google(...answers: DoorAnswer[]) {
  const asked: unknown[] = []
  const waits: number[] = []
  const ask = async (what: unknown) => {
    asked.push(what)
    return answers[Math.min(asked.length, answers.length) - 1] ?? null
  }
  const wait = async (ms: number) => waits.push(ms)
  return { asked, waits, answer: () => askGoogle('a-key', request, ask, wait) }
}

it('hands on what Google answered', async () => {
  const { asked, answer } = google(ok)
  expect(await answer()).toEqual(said)
  expect(asked).toEqual([{ key: 'a-key', body: JSON.stringify(request) }])
})

it.each([
  ['too many requests', refusal(429)],
  ['a failure of theirs', refusal(503)],
  ['no answer at all', null],
])('asks again after %s', async (_, first) => {
  const { waits, answer } = google(first, first, ok)
  expect(await answer()).toEqual(said)
  expect(waits).toEqual([1_000, 4_000])
})

it.each([
  [refusal(403, 'Forbidden'), 'KEY_REFUSED', 'Google Speech API error: Forbidden'],
  [refusal(403), 'KEY_REFUSED', 'Google Speech API error: Forbidden'],
  [
    refusal(400, '', '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}'),
    'KEY_REFUSED',
    'Google Speech API error: Bad Request',
  ],
  [refusal(400, 'Bad Request'), 'REQUEST_REFUSED', 'Google Speech API error: Bad Request'],
  [refusal(429), 'RATE_LIMITED', 'Google Speech API error: Too Many Requests'],
  [refusal(418), 'REQUEST_REFUSED', 'Google Speech API error: 418'],
  [refusal(500), 'ENGINE_FAILED', 'Google Speech API error: Internal Server Error'],
  [null, 'UNREACHABLE', 'Google Speech API error: it could not be reached'],
] as const)('says what was wrong: %o', async (answered, code, message) => {
  await expect(google(answered).answer()).rejects.toMatchObject({ code, message })
})

it.each([
  ['no JSON', 'not json'],
  ['a list', '[]'],
  ['a time that is none', '{"results":[{"alternatives":[{"words":[{"word":"a","startTime":"soon"}]}]}]}'],
  ['more than a minute can hold', JSON.stringify({ results: [], pad: 'x'.repeat(limits.googleAnswerBytes) })],
])('does not believe %s', async (_, text) => {
  const { asked, answer } = google({ status: 200, statusText: 'OK', text })
  await expect(answer()).rejects.toMatchObject({
    code: 'NONSENSE',
    message: 'Google Speech API error: it answered something that is no transcript',
  })
  expect(asked).toHaveLength(1)
})
