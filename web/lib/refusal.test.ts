import { expect, test } from 'vitest'
import { isPassing, situationOf } from './errors.ts'
import { answerIn, refusal, refusedBy } from './refusal.ts'

test('a refusal has the code that the server gave, and what belongs to it', async () => {
  const answer = Response.json({ code: 'BAD_REQUEST', data: { reason: 'NOT_GEDCOM' } }, { status: 400 })
  expect(await refusedBy(answer)).toMatchObject({ code: 'BAD_REQUEST', data: { reason: 'NOT_GEDCOM' } })
})

test.each([408, 502, 503, 504, 522, 530])(
  'a page of a proxy with %s means that the server is away, which passes',
  async (status) => {
    const failure = await refusedBy(new Response('<html>Bad Gateway</html>', { status }))
    expect(situationOf(failure)).toBe('OFFLINE')
    expect(isPassing(failure)).toBe(true)
  },
)

test('an answer is what the server says in JSON', async () => {
  expect(await answerIn(Response.json({ receivedBytes: 7 }))).toEqual({ receivedBytes: 7 })
  const refused = answerIn(Response.json({ code: 'FILE_TYPE_REFUSED' }, { status: 422 }))
  await expect(refused).rejects.toMatchObject({ code: 'FILE_TYPE_REFUSED' })
})

test.each([
  ['a page of a hotel’s network', '<h1>Welcome</h1>'],
  ['nothing at all', ''],
  ['the half of one', '{"receivedBytes":'],
])('%s is no answer, though it says that all is well', async (_what, body) => {
  const failure = await answerIn(new Response(body)).catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
  expect(isPassing(failure)).toBe(true)
})

test('a proxy that finds something too large, or too often, is understood', () => {
  expect(situationOf(refusal(413, null))).toBe('PAYLOAD_TOO_LARGE')
  expect(situationOf(refusal(429, 'slow down'))).toBe('TOO_MANY_REQUESTS')
})

test('what nobody understands is unexpected, and is not asked for again', () => {
  expect(situationOf(refusal(418, { code: 7 }))).toBe('UNKNOWN')
  expect(isPassing(refusal(418, null))).toBe(false)
})
